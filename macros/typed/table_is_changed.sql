{#-
    Whether the table of a model of `cdc_table` was made for another definition than the model has now: table, history, columns, types, names, or the zone of the
    source. Its rows are then those of two definitions, so it is made anew (see `should_full_refresh`). False for other models, and before there is a table. Returns a bool.
-#}
{% macro table_is_changed() %}
    {%- if not config.get('meta') or not config.get('meta')['cdc_table'] or not reads_tables(['run', 'build']) -%}{{ return(false) }}{%- endif -%}
    {#- dbt asks several times for one model. #}
    {%- if 'table_is_changed' not in model -%}
        {%- set held = load_relation(this) -%}
        {%- do model.update({'table_is_changed': held is not none and held.is_table and _held_definition() != _definition()}) -%}
    {%- endif -%}
    {{ return(model['table_is_changed']) }}
{% endmacro %}

{#- The definition for which the model's table was made, as it was noted; another text where none is. -#}
{% macro _held_definition() %}
    {{ return(run_query('show tblproperties ' ~ this ~ " ('rosetta_cdc.definition')").rows[0]['value']) }}
{% endmacro %}

{#- A digest of the model's definition. -#}
{% macro _definition() %}
    {%- set table = config.get('meta')['cdc_table'] -%}
    {%- set columns = [] -%}
    {%- for column in table.columns -%}{% do columns.append([column.name, column.type, column.value, column.encoding]) %}{%- endfor -%}
    {{ return(local_md5(tojson([table.table_id, table.history, columns, source_time_zone(table.source, table.time_zone)]))) }}
{% endmacro %}
