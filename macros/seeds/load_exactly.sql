{#-
    Writes the rows of a seed anew, exactly as the file has them. A post-hook of seeds: the adapter's loading sends cells through Python's `%` and float, so that an empty one becomes the text
    `None`, a backslash is lost and a big integer is rounded.

    Every cell is a literal cast to its type in `column_types`: NULL for an empty cell, else the text. Only the word `null` is NULL, too: dbt's CSV reader has decided that.
-#}
{% macro load_exactly() %}
    {%- if not execute -%}{{ return('') }}{%- endif -%}
    {%- set rows = load_agate_table() -%}
    {%- for batch in rows.rows | batch(500) -%}
        {%- set tuples = [] -%}
        {%- for row in batch -%}
            {%- set cells = [] -%}
            {%- for name in rows.column_names -%}
                {%- do cells.append('cast(' ~ rosetta_cdc.sql_text_literal(row[name]) ~ ' as ' ~ config.get('column_types')[name] ~ ')') -%}
            {%- endfor -%}
            {%- do tuples.append('(' ~ cells | join(', ') ~ ')') -%}
        {%- endfor -%}
        {%- do adapter.add_query(('insert overwrite ' if loop.first else 'insert into ') ~ this ~ ' values ' ~ tuples | join(', '), auto_begin=false, abridge_sql_log=true) -%}
    {%- endfor -%}
{% endmacro %}
