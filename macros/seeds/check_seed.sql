{#-
    Checks the rows of a seed before the adapter replaces its table. A pre-hook of seeds whose post-hook is `load_exactly`.

    Raises an error that names file, row and column of a cell that dbt's loading of seeds cannot take (a single quote, a backslash at the end), a column without a type in `column_types`, and
    where the seed is the topic registry, of what keeps it from being used (see `check_topic_registry`).
-#}
{% macro check_seed() %}
    {%- if not execute -%}{{ return('') }}{%- endif -%}
    {%- set rows = load_agate_table() -%}
    {%- set file = model.original_file_path -%}
    {%- for name in rows.column_names if name not in config.get('column_types', {}) -%}
        {{ exceptions.raise_compiler_error(file ~ ': column ' ~ name ~ ' needs a type in column_types') }}
    {%- endfor -%}
    {%- for row in rows.rows -%}
        {%- set row_number = loop.index + 1 -%}
        {%- for name in rows.column_names if "'" in row[name] | string or (row[name] | string).endswith('\\') -%}
            {{ exceptions.raise_compiler_error(
                file ~ ' row ' ~ row_number ~ ': ' ~ name ~ " contains a single quote or ends with a backslash, which dbt cannot load from a seed; write \\x27 in a pattern, \\u0027 in JSON"
            ) }}
        {%- endfor -%}
    {%- endfor -%}
    {%- if model.name == rosetta_cdc.variable('cdc_registry_seed') %}{{ rosetta_cdc.check_topic_registry(rows) }}{% endif -%}
{% endmacro %}
