{#-
    What scripts/generate asks for: models of `cdc_table` for registered tables that have none, and what has to change in those that it has written. Writes lines of JSON to dbt's log as
    information, see `_tell_of_tables`: `begun`, the one whose turn it is, so that an error is known to be of this one; at the end `proposed`, a list of dicts of table_id, name, sql, yaml
    and changes (list of dicts of column, from and to, types; from is null for a column that is added, and the list is null for a model that is not there yet), or of table_id, name and problem, where no model can hold the table.

    A column is never taken away, and a type never narrowed: what the source had is in older rows. tables: ids of tables of sources to look at; none for all. generated: dict of table_id to
    name of the models that scripts/generate has written and nobody has edited. Tables with a model of `cdc_table` that is none of these are left out. skipped: ids of tables, as `begun` has them, to leave out.
    lists: whether nothing is proposed, and only `tables` told, the ids of those that would be looked at.
-#}
{% macro propose_cdc_tables(tables=none, generated={}, skipped=[], lists=false) %}
    {%- set modelled = {} -%}
    {%- set names = [] -%}
    {%- for node in graph.nodes.values() if node.resource_type in ('model', 'seed', 'snapshot') -%}
        {%- if node.name not in generated.values() -%}{%- do names.append(node.name) -%}{%- endif -%}
        {%- if node.config.meta.cdc_table and not node.config.meta.cdc_table.history -%}{%- do modelled.setdefault(node.config.meta.cdc_table.table_id, []).append(node) -%}{%- endif -%}
    {%- endfor -%}
    {%- set left_out = [] -%}
    {%- for table_id in skipped -%}{%- do left_out.append(rosetta_cdc.sql_text_literal(table_id)) -%}{%- endfor -%}
    {%- for table_id, nodes in modelled.items() if generated.get(table_id) not in nodes | map(attribute='name') -%}{%- do left_out.append(rosetta_cdc.sql_text_literal(table_id)) -%}{%- endfor -%}
    {%- set conditions = [rosetta_cdc._is_registered()] -%}
    {%- if left_out -%}{%- do conditions.append('table_id not in (' ~ left_out | join(', ') ~ ')') -%}{%- endif -%}
    {%- if tables is not none -%}{%- do conditions.append('table_id in (' ~ rosetta_cdc._with_targets(tables) ~ ')') -%}{%- endif -%}
    {%- if lists -%}
        {%- do rosetta_cdc._tell_of_tables({'tables': rosetta_cdc._known_tables(conditions | join(' and '))}) -%}
        {{ return('') }}
    {%- endif -%}
    {%- set proposed = [] -%}
    {%- for table in rosetta_cdc.described_tables(conditions | join(' and '), taken=names, tells=true) if tables is none or tables -%}
        {%- do rosetta_cdc._tell_of_tables({'begun': table.table_id}) -%}
        {%- set changes = none -%}
        {%- if table.table_id in generated -%}
            {%- set held = modelled.get(table.table_id, []) | selectattr('name', 'equalto', generated[table.table_id]) | list -%}
            {%- set changes = rosetta_cdc._follow_source(table, held[0].config.meta.cdc_table) if held else [] -%}
            {%- do table.update({'name': generated[table.table_id]}) -%}
        {%- endif -%}
        {%- if table.problem -%}
            {%- do proposed.append({'table_id': table.table_id, 'name': table.name, 'problem': table.problem}) -%}
        {%- elif changes is none or changes -%}
            {%- do proposed.append({
                'table_id': table.table_id, 'name': table.name, 'changes': changes,
                'sql': rosetta_cdc._model_sql(table, false), 'yaml': 'models:\n' ~ rosetta_cdc._model_yaml(table, false)
            }) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do rosetta_cdc._tell_of_tables({'proposed': proposed}) -%}
{% endmacro %}

{#- Writes a line of JSON to dbt's log for scripts/generate. what: dict. -#}
{% macro _tell_of_tables(what) %}
    {%- do log('proposed tables: ' ~ tojson(what), info=true) -%}
{% endmacro %}

{#-
    Gives a described table the columns and types that its model has, widened and extended by what the source has now. Returns the changes: list of dicts of column, from and to.
    table: see `described_tables`; its columns are replaced. held: meta `cdc_table` of the model.
-#}
{% macro _follow_source(table, held) %}
    {%- set observed = {} -%}
    {%- for column in table.columns -%}{%- do observed.update({column.source: column}) -%}{%- endfor -%}
    {%- set columns = [] -%}
    {%- set changes = [] -%}
    {%- for column in held.columns -%}
        {%- set now = observed.pop(column.source, none) -%}
        {%- set type = rosetta_cdc._wider_type(column.type, now.type) if now is not none else column.type -%}
        {%- if type != column.type -%}{%- do changes.append({'column': column.source, 'from': column.type, 'to': type}) -%}{%- endif -%}
        {%- do columns.append({'source': column.source, 'type': type, 'basis': now.basis if now is not none else 'declared'}) -%}
    {%- endfor -%}
    {%- for column in table.columns if column.source in observed -%}
        {%- do changes.append({'column': column.source, 'from': none, 'to': column.type}) -%}
        {%- do columns.append(column) -%}
    {%- endfor -%}
    {%- do table.update({'columns': columns}) -%}
    {{ return(changes) }}
{% endmacro %}

{#- Condition that a table is of a source that the registry knows. -#}
{% macro _is_registered() -%}
    exists (
        select 1
        from (
            select source_name from {{ rosetta_cdc.topic_registry() }} where source_name is not null
            union
            select concat(kafka_cluster, '/', kafka_topic) as source_name from {{ ref('cdc_topic_rules') }}
        ) as sources
        where startswith(table_id, concat({{ rosetta_cdc.escaped_name('sources.source_name') }}, '.'))
    )
{%- endmacro %}

{#- Query of the ids of tables, and of the targets whose shards they are. tables: list of ids, not empty. -#}
{% macro _with_targets(tables) -%}
    select coalesce(targets.target_id, listed.table_id)
    from (select explode(array({% for table_id in tables %}{{ rosetta_cdc.sql_text_literal(table_id) }}{{ ', ' if not loop.last }}{% endfor %})) as table_id) as listed
    left join ({{ rosetta_cdc.target_rules() }}) as targets on {{ rosetta_cdc.is_shard('listed.table_id', 'targets') }}
{%- endmacro %}
