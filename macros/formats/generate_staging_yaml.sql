{#-
    Prints the YAML of a staging model: its columns, described as those of our own.
    dbt run-operation -q generate_staging_yaml --args '{model: stg_qlik__qlik_json}'

    model: name of the model.
-#}
{% macro generate_staging_yaml(model) %}
    {%- set lines = [
        'models:', '  - name: ' ~ model, '    description: "**Grain:** one row per changed row, or other message."', '    columns:'
    ] -%}
    {%- for name in rosetta_cdc.staged_columns() -%}
        {%- do lines.extend(['      - name: ' ~ name, "        description: \"{{ doc('rosetta_cdc', 'col_" ~ name ~ "') }}\""]) -%}
    {%- endfor -%}
    {%- do print(lines | join('\n')) -%}
{% endmacro %}
