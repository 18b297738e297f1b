{#-
    Tables of the row history as models of `cdc_table` would hold them: list of dicts, a table each, a target of the registry in the place of its shards. Fields: table_id, source and table (its two parts),
    shards (whether it is a target), name (a model's name, which no other table's has), columns: list of dicts of source (the column's name), type and basis (see `suggested_type`), problem: why no model can hold the
    table, text that names the column; none where one can.

    condition: SQL condition on table_id that chooses tables. history: whether the models hold all versions. taken: names of other models. tells: whether dbt's log is told of each table that is
    begun (see `propose_cdc_tables`).
-#}
{% macro described_tables(condition, history=false, taken=[], tells=false) %}
    {%- set columns_of = {} -%}
    {%- for column in rosetta_cdc.observed_columns(condition) -%}
        {%- do columns_of.setdefault(column.table_id, []).append(column) -%}
    {%- endfor -%}
    {#- Named among all tables, so that a model has one name, whatever is chosen. #}
    {%- set names = {} -%}
    {%- for table_id in rosetta_cdc._known_tables() if columns_of -%}
        {%- do names.update({table_id: rosetta_cdc._model_name(table_id ~ ('_history' if history else ''), taken + names.values() | list)}) -%}
    {%- endfor -%}
    {%- set tables = [] -%}
    {%- for table_id, columns in columns_of.items() -%}
        {%- if tells -%}{%- do rosetta_cdc._tell_of_tables({'begun': table_id}) -%}{%- endif -%}
        {%- set parts = modules.re.match('((?:[^.\\\\]|\\\\.)*)[.](.*)$', table_id, modules.re.DOTALL) -%}
        {%- set source = modules.re.sub('\\\\(.)', '\\1', parts.group(1)) -%}
        {%- set has_zone = rosetta_cdc._registered_zones(source) | length == 1 -%}
        {%- set described = [] -%}
        {%- set problems = [] -%}
        {%- for column in columns -%}
            {%- set suggested = rosetta_cdc.suggested_type(column, has_zone) -%}
            {%- do described.append({'source': column.source, 'type': suggested.type, 'basis': suggested.basis}) -%}
            {%- if suggested.type is not none and rosetta_cdc.type_problem(suggested.type) -%}
                {%- do problems.append("column '" ~ column.source ~ "': " ~ rosetta_cdc.type_problem(suggested.type)) -%}
            {%- endif -%}
        {%- endfor -%}
        {%- do tables.append({
            'table_id': table_id, 'source': source, 'table': parts.group(2), 'shards': columns[0].is_target, 'name': names[table_id], 'columns': described,
            'problem': problems | join('; ') if problems else none if described | rejectattr('type', 'none') | list else 'it has no column with a type'
        }) -%}
    {%- endfor -%}
    {{ return(tables) }}
{% endmacro %}

{#- Ids of the tables of the row history, a target in the place of its shards: sorted list. condition: see `described_tables`. -#}
{% macro _known_tables(condition='true') %}
    {%- set query -%}
        select table_id
        from (
            select distinct coalesce(targets.target_id, history.table_id) as table_id
            from (select distinct table_id from {{ ref('cdc_row_history') }} where is_current) as history
            left join ({{ rosetta_cdc.target_rules() }}) as targets on {{ rosetta_cdc.is_shard('history.table_id', 'targets') }}
        )
        where {{ condition }}
        order by table_id
    {%- endset -%}
    {{ return(run_query(query).columns[0].values() | list) }}
{% endmacro %}

{#- A name for a model that none of `taken` has. text: what it is made of, any text. -#}
{% macro _model_name(text, taken) %}
    {%- set name = modules.re.sub('___+', '__', modules.re.sub('[^A-Za-z0-9_]', '_', text.replace('.', '__'))).strip('_')[:100] | lower or 'table' -%}
    {%- set free = namespace(name=name) -%}
    {%- for number in range(2, taken | length + 3) if free.name in taken -%}
        {%- set free.name = name ~ '_' ~ number -%}
    {%- endfor -%}
    {{ return(free.name) }}
{% endmacro %}
