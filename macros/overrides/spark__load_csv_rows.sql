{#-
    Loads a seed exactly. The adapter's own version sends the cells through Python's `%` and float: an empty cell becomes the text
    `None`, a quote breaks the statement, a backslash is lost and a big integer is rounded.

    Here every cell is a literal cast to its column type: NULL for an empty cell, else the text with backslash, quote and dollar sign
    escaped (Spark replaces `${...}` even inside literals). Only the word `null` is still NULL: dbt's CSV reader has decided that.
    Seeds of other projects are the adapter's to load.
-#}
{% macro spark__load_csv_rows(model, agate_table) %}
    {%- if model.package_name != 'rosetta_cdc' -%}{{ return(dbt.spark__load_csv_rows(model, agate_table)) }}{%- endif -%}
    {%- set column_types = model['config'].get('column_types', {}) -%}
    {%- if model.name == 'cdc_topics' %}{{ rosetta_cdc.check_topic_registry(agate_table) }}{% endif -%}
    {%- for name in agate_table.column_names if name not in column_types -%}
        {{ exceptions.raise_compiler_error('Seed ' ~ model.name ~ ': column ' ~ name ~ ' needs a type in column_types.') }}
    {%- endfor -%}
    {%- for rows in agate_table.rows | batch(500) -%}
        {%- set tuples = [] -%}
        {%- for row in rows -%}
            {%- set cells = [] -%}
            {%- for name in agate_table.column_names -%}
                {%- do cells.append('cast(' ~ rosetta_cdc.sql_text_literal(row[name]) ~ ' as ' ~ column_types[name] ~ ')') -%}
            {%- endfor -%}
            {%- do tuples.append('(' ~ cells | join(', ') ~ ')') -%}
        {%- endfor -%}
        {%- do adapter.add_query('insert into ' ~ this.render() ~ ' values ' ~ tuples | join(', '), auto_begin=false, abridge_sql_log=true) -%}
    {%- endfor -%}
    {{ return('') }}
{% endmacro %}
