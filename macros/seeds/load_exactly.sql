{#-
    Writes the rows of a seed exactly as the file has them, where `check_seed` could not see to it: then the adapter has loaded them, which sends cells through Python's `%` and float, so that an empty
    one becomes the text `None`, a backslash is lost and a big integer is rounded. A post-hook of seeds.
-#}
{% macro load_exactly() %}
    {%- if execute and not rosetta_cdc._loads_exactly() -%}{%- do rosetta_cdc.load_seed_rows(model, load_agate_table()) -%}{%- endif -%}
{% endmacro %}

{#-
    Writes the rows of a seed. Every cell is a literal cast to its type in `column_types`: NULL for an empty cell, else the text. Only the word `null` is NULL, too: dbt's CSV reader has decided that.
    Returns the first statement, as `load_csv_rows` of dbt does, in whose place it is called (see `check_seed`). model: the seed. rows: its table.
-#}
{% macro load_seed_rows(model, rows) %}
    {%- set statements = [] -%}
    {%- for batch in rows.rows | batch(500) -%}
        {%- set tuples = [] -%}
        {%- for row in batch -%}
            {%- set cells = [] -%}
            {%- for name in rows.column_names -%}
                {%- do cells.append('cast(' ~ rosetta_cdc.sql_text_literal(row[name]) ~ ' as ' ~ model.config.column_types[name] ~ ')') -%}
            {%- endfor -%}
            {%- do tuples.append('(' ~ cells | join(', ') ~ ')') -%}
        {%- endfor -%}
        {%- do statements.append(('insert overwrite ' if loop.first else 'insert into ') ~ this ~ ' values ' ~ tuples | join(', ')) -%}
        {%- do adapter.add_query(statements[-1], auto_begin=false, abridge_sql_log=true) -%}
    {%- endfor -%}
    {{ return(statements[0] if statements else '') }}
{% endmacro %}

{#- Whether dbt loads the rows of this seed by `load_seed_rows`. -#}
{% macro _loads_exactly() %}
    {%- set loader = adapter.dispatch('load_csv_rows', 'dbt') -%}
    {{ return(loader.macro.name == 'load_seed_rows') }}
{% endmacro %}
