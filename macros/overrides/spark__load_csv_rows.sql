{#-
    Loads a seed exactly. The adapter's own version sends the cells through Python's `%` and float: an empty cell becomes the text
    `None`, a quote breaks the statement, a backslash is lost and a big integer is rounded.

    Here every cell is a literal cast to its column type: NULL for an empty cell, else the text with backslash, quote and dollar sign
    escaped (Spark replaces `${...}` even inside literals). Only the word `null` is still NULL: dbt's CSV reader has decided that.
-#}
{% macro spark__load_csv_rows(model, agate_table) %}
    {%- set column_types = model['config'].get('column_types', {}) -%}
    {%- if model.name == 'cdc_topics' %}{{ check_topic_registry(agate_table) }}{% endif -%}
    {%- for rows in agate_table.rows | batch(500) %}
        {%- set statement -%}
            insert into {{ this.render() }} values
            {%- for row in rows %}
            ({%- for name in agate_table.column_names -%}
                {%- set type = column_types.get(name) -%}
                {%- if type is none -%}
                    {{ exceptions.raise_compiler_error('Seed ' ~ model.name ~ ': column ' ~ name ~ ' needs a type in column_types.') }}
                {%- endif -%}
                cast({{ sql_text_literal(row[name]) }} as {{ type }}){{ ', ' if not loop.last }}
            {%- endfor -%}){{ ',' if not loop.last }}
            {%- endfor %}
        {%- endset -%}
        {%- do adapter.add_query(statement, auto_begin=false, abridge_sql_log=true) -%}
    {%- endfor -%}
    {{ return('') }}
{% endmacro %}
