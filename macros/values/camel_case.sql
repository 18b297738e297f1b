{#- A name of parts joined by underscores in camel case, `order_id` as `orderId`. text: SQL expression of the name. -#}
{% macro camel_case(text) -%}
    array_join(transform(split({{ text }}, '_'), (part, i) -> if(i = 0, part, concat(upper(left(part, 1)), substring(part, 2)))), '')
{%- endmacro %}
