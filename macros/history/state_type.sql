{#- Type of a row of `row_states` in one column. -#}
{% macro state_type() -%}
    struct<{% for name, type in state_columns().items() %}{{ name }}: {{ type }}{{ ', ' if not loop.last }}{% endfor %}>
{%- endmacro %}
