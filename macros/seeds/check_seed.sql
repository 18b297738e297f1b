{#-
    Checks the rows of a seed before the adapter replaces its table, and sees to it that they are loaded as they are. A pre-hook of seeds whose post-hook is `load_exactly`.

    dbt looks up the macro that loads the rows while it makes this seed, in a dictionary that is this seed's alone: ours takes the adapter's place in it, so that other seeds of a project are loaded as ever.
    Where that is not to be (a project has a macro of its own for it), the post-hook loads them.

    Raises an error that names file, row and column of a cell that the adapter's loading then cannot take (a single quote, a backslash at the end), of a column without a type in `column_types`, and
    where the seed is the topic registry, of what keeps it from being used (see `check_topic_registry`).
-#}
{% macro check_seed() %}
    {%- if not execute -%}{{ return('') }}{%- endif -%}
    {%- set rows = load_agate_table() -%}
    {%- set file = model.original_file_path -%}
    {%- for name in rows.column_names if name not in config.get('column_types', {}) -%}
        {{ exceptions.raise_compiler_error(file ~ ': column ' ~ name ~ ' needs a type in column_types') }}
    {%- endfor -%}
    {%- do context.get('dbt', {}).update({'spark__load_csv_rows': rosetta_cdc.load_seed_rows}) -%}
    {%- for row in rows.rows if not rosetta_cdc._loads_exactly() -%}
        {%- set row_number = loop.index + 1 -%}
        {%- for name in rows.column_names if "'" in row[name] | string or (row[name] | string).endswith('\\') -%}
            {{ exceptions.raise_compiler_error(
                file ~ ' row ' ~ row_number ~ ': ' ~ name ~ " contains a single quote or ends with a backslash, which dbt cannot load from a seed; write \\x27 in a pattern, \\u0027 in JSON"
            ) }}
        {%- endfor -%}
    {%- endfor -%}
    {%- if model.name == rosetta_cdc.variable('cdc_registry_seed') %}{{ rosetta_cdc.check_topic_registry(rows) }}{% endif -%}
{% endmacro %}
