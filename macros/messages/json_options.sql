{#-
    The options of every `from_json` of the project: strict JSON, but control characters inside strings as they came,
    and no limit on the length of numbers and strings below Spark's own limit of 2 GB a value.
-#}
{% macro json_options(corrupt_column=none) -%}
    {{ return(adapter.dispatch('json_options', 'rosetta_cdc')(corrupt_column)) }}
{%- endmacro %}

{#- What `json_options` does where no project overrides it. -#}
{% macro default__json_options(corrupt_column=none) -%}
    map(
        'allowSingleQuotes', 'false',
        'allowNonNumericNumbers', 'false',
        'allowUnquotedControlChars', 'true',
        'maxNumLen', '2000000000',
        'maxStringLen', '2000000000'
        {%- if corrupt_column %},
        'columnNameOfCorruptRecord', '{{ corrupt_column }}'
        {%- endif %}
    )
{%- endmacro %}
