{#-
    Whether the table of a model of `cdc_table` was made for another definition than the model has now: table, history, columns, types, names, or the zone of the
    source, or by other decoders. Its rows are then those of two definitions, so it is made anew (see `is_made_anew`). False for other models, and before there is a table. Returns a bool.
-#}
{% macro table_is_changed() %}
    {%- if not config.get('meta') or not config.get('meta')['cdc_table'] or not rosetta_cdc.reads_tables(['run', 'build']) -%}{{ return(false) }}{%- endif -%}
    {#- dbt asks several times for one model. #}
    {%- if 'table_is_changed' not in model -%}
        {%- set held = load_relation(this) -%}
        {%- do model.update({'table_is_changed': held is not none and held.is_table and rosetta_cdc._held_definition() != rosetta_cdc._definition()}) -%}
    {%- endif -%}
    {{ return(model['table_is_changed']) }}
{% endmacro %}

{#- The definition for which the model's table was made, as it was noted; another text where none is. -#}
{% macro _held_definition() %}
    {{ return(rosetta_cdc.noted_properties().get('rosetta_cdc.definition', '')) }}
{% endmacro %}

{#- A digest of the model's definition, of the SQL that decodes its types, and of the model's whole SQL where `cdc_table` is overridden. -#}
{% macro _definition() %}
    {%- if 'definition_digest' not in model -%}
        {%- set table = config.get('meta')['cdc_table'] -%}
        {%- set zone = rosetta_cdc.source_time_zone(table.source, table.time_zone) -%}
        {%- set columns = [] -%}
        {%- for column in table.columns -%}{% do columns.append([column.name, column.type, column.value, column.encoding]) %}{%- endfor -%}
        {%- set decoders = [] -%}
        {%- for type in table.columns | map(attribute='type') | unique -%}
            {%- do decoders.append(rosetta_cdc.typed_value('value', 'encoding', type, zone) ~ rosetta_cdc.cast_error('value', 'encoding', type, zone)) -%}
        {%- endfor -%}
        {%- do model.update({'definition_digest': local_md5(tojson([table.table_id, table.history, columns, zone, decoders] + rosetta_cdc._shards(table) + rosetta_cdc._sql_of_others()))}) -%}
    {%- endif -%}
    {{ return(model['definition_digest']) }}
{% endmacro %}

{#- The registry's rows that send tables to the model's, in a list; an empty list for a model without `shards`. -#}
{% macro _shards(table) %}
    {%- if not table.shards -%}{{ return([]) }}{%- endif -%}
    {%- set query = 'select table_prefix, table_pattern from (' ~ rosetta_cdc.target_rules() ~ ') where target_id = ' ~ rosetta_cdc.sql_text_literal(table.table_id) ~ ' order by 1, 2' -%}
    {%- set rows = [] -%}
    {%- for row in run_query(query).rows -%}{%- do rows.append([row[0], row[1]]) -%}{%- endfor -%}
    {%- if not rows -%}
        {%- do exceptions.warn(model.name ~ ': no row of the topic registry sends tables to ' ~ table.table_id ~ ' (column target_table); the table stays empty') -%}
    {%- endif -%}
    {{ return([rows]) }}
{% endmacro %}

{#- The model's SQL as it is for any run, in a list; an empty list where `cdc_table` is ours. `table_run` says the run of the model while it is rendered here. -#}
{% macro _sql_of_others() %}
    {%- if adapter.dispatch('cdc_table', 'rosetta_cdc').macro.unique_id == 'macro.rosetta_cdc.default__cdc_table' -%}{{ return([]) }}{%- endif -%}
    {%- do rosetta_cdc.keep('is defined ' ~ this, true) -%}
    {%- set sql = render(model.raw_code) -%}
    {%- do rosetta_cdc.keep('is defined ' ~ this, false) -%}
    {{ return([sql | replace(invocation_id, '')]) }}
{% endmacro %}
