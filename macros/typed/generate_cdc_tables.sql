{#-
    Prints models of `cdc_table`, and their YAML, for tables of the row history, with the types that the source declares or the values have (see `suggested_type`):
    dbt run-operation generate_cdc_tables --args '{source: shop, table: shop.orders}'

    source: source_name; none for all. table: the rest of `table_id`; none for all tables of the source. schema: only tables whose `table_id` goes on with this part
    (the database, or database.schema). history: whether the models hold all versions. Tables that the registry sends to one target are one model, by the target's name.
    Each file begins with a line `-- file: NAME`, the YAML with `# file: NAME`. Names are literals of Jinja and YAML, so that nothing in them is run.
    A table that no model can hold is a line `-- no model for TABLE: REASON`. Raises a compiler error where no table is chosen.
-#}
{% macro generate_cdc_tables(source=none, table=none, schema=none, history=false) %}
    {%- set condition = 'true' -%}
    {%- if source is not none -%}
        {%- set begin = rosetta_cdc.table_id_of(source, table if table is not none else (schema ~ '.' if schema is not none else '')) -%}
        {%- set condition = 'table_id = ' ~ rosetta_cdc.sql_text_literal(begin) if table is not none else 'startswith(table_id, ' ~ rosetta_cdc.sql_text_literal(begin) ~ ')' -%}
    {%- elif table is not none or schema is not none -%}
        {{ exceptions.raise_compiler_error('generate_cdc_tables: a table or schema needs a source') }}
    {%- endif -%}
    {%- set found = rosetta_cdc.described_tables(condition, history) -%}
    {%- set tables = found | rejectattr('problem') | list -%}
    {%- for table in found if table.problem -%}{%- do print('-- no model for ' ~ (table.table_id ~ ': ' ~ table.problem).split() | join(' ')) -%}{%- endfor -%}
    {%- if not found -%}
        {%- set known = rosetta_cdc._known_tables() -%}
        {{ exceptions.raise_compiler_error(
            'generate_cdc_tables: the row history has no such table. ' ~ ('It has ' ~ known[:20] | join(', ') ~ (' and others' if known | length > 20 else '') if known else 'It has no tables')
        ) }}
    {%- endif -%}
    {%- set descriptions = [] -%}
    {%- for table in tables -%}
        {%- do print('-- file: ' ~ table.name ~ '.sql') -%}
        {%- do print(rosetta_cdc._model_sql(table, history)) -%}
        {%- do descriptions.append(rosetta_cdc._model_yaml(table, history)) -%}
    {%- endfor -%}
    {%- if not tables -%}{{ return('') }}{%- endif -%}
    {%- set file = tables[0].name if tables | length == 1 else rosetta_cdc._model_name(((source ~ '.' ~ schema if schema is not none else source) if source is not none else 'all') ~ '_tables', []) -%}
    {%- do print('# file: _' ~ file ~ ('_history' if history and tables | length > 1) ~ '.yml\nmodels:\n' ~ descriptions | join('\n')) -%}
{% endmacro %}

{#- A text as a literal of Jinja and of YAML. -#}
{% macro _jinja_text(text) %}
    {%- set escaped = text.replace('\\', '\\\\').replace('"', '\\"').replace('\n', '\\n').replace('\r', '\\r').replace('\t', '\\t') -%}
    {{ return('"' ~ escaped ~ '"') }}
{% endmacro %}

{#- The SQL of a model. table: see `described_tables`. history: as in `cdc_table`. -#}
{% macro _model_sql(table, history) %}
    {%- set lines = [] -%}
    {%- for column in table.columns -%}
        {%- do lines.append('        ' ~ rosetta_cdc._jinja_text(column.source) ~ ': ' ~ (rosetta_cdc._jinja_text(column.type) if column.type is not none else 'none') ~ (',' if not loop.last else '')) -%}
    {%- endfor -%}
    {{ return('{{ rosetta_cdc.cdc_table(\n    ' ~ rosetta_cdc._jinja_text(table.source) ~ ',\n    ' ~ rosetta_cdc._jinja_text(table.table) ~ ',\n    {\n' ~ lines | join('\n') ~ '\n    }'
        ~ (',\n    history=true' if history else '') ~ (',\n    shards=true' if table.shards else '') ~ '\n) }}\n') }}
{% endmacro %}

{#- The YAML of a model. table: see `described_tables`. history: as in `cdc_table`. -#}
{% macro _model_yaml(table, history) %}
    {%- set given = {} -%}
    {%- for column in table.columns -%}{%- do given.update({column.source: column.type}) -%}{%- endfor -%}
    {%- set undeclared = table.columns | selectattr('basis', 'equalto', 'values') | map(attribute='source') | list -%}
    {%- set columns = rosetta_cdc.typed_columns(given, rosetta_cdc.technical_columns(history, table.shards)) -%}
    {%- set name = table.name -%}
    {%- set described = {
        'row_id': 'Identifies the source row: `table_id` with slashes escaped, a slash, `row_key`.',
        'table_id': 'Table of the source that the row belongs to, one of those that the registry sends to this table.',
        'event_id': 'Event that gave the row its present state.',
        'image_complete': 'Whether every column is known; if not, null may mean that no message has contained the column yet.',
        'equal_rows': 'How many equal rows of the source it stands for; one if the table has a key.',
        'valid_from': 'When the row came to be as shown (inclusive), UTC.',
        'valid_to': 'When it ceased to be so (exclusive), UTC; null if it still is.',
        'version_number': 'Number of the version within the row, from 1.',
        'op': 'What the event did.',
        'is_current': 'Whether no other version follows.',
        'is_deleted': 'Whether the row did not exist then.',
        'applied_at': 'Start of the run that last wrote the version, UTC.',
        'cast_errors': 'Columns that are null although the source has a value, each with how the value is written and why it does not fit the type. Null if there are no such columns.'
    } -%}
    {%- set lines = [
        '  - name: ' ~ rosetta_cdc._jinja_text(name),
        '    description: "**Grain:** one row per ' ~ ('version of a source row' if history else 'source row that exists') ~ '. **Load:** incremental, see `cdc_table`."',
        '    config:', '      contract: {enforced: true}', '      meta: {grain: ' ~ ('version of a source row' if history else 'source row') ~ '}', '    columns:'
    ] -%}
    {%- for column in columns -%}
        {%- do lines.extend(['      - name: ' ~ rosetta_cdc._jinja_text(column.name), '        quote: true', '        data_type: ' ~ column.stored]) -%}
        {%- do lines.append('        description: "Column of the source' ~ ('; its type is inferred from its values, because none is declared' if column.source in undeclared) ~ '."') -%}
    {%- endfor -%}
    {%- for technical, type in rosetta_cdc.technical_columns(history, table.shards).items() -%}
        {%- do lines.extend(['      - name: ' ~ technical, '        data_type: ' ~ type, '        description: "' ~ described[technical] ~ '"']) -%}
        {%- if technical == 'row_id' -%}
            {%- do lines.append('        data_tests: [' ~ ('not_null' if history else 'unique, not_null') ~ ']') -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(lines | join('\n') ~ '\n') }}
{% endmacro %}
