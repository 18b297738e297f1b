{#-
    Whether a value stands for one that the source did not send: SQL condition, null where there is no value.

    value: SQL expression of text. placeholders: what counts as such where the registry gives the connector's placeholder (see `unavailable_values`), a reference to a value that is stored elsewhere beside it;
    else see `unavailable_value`.
-#}
{% macro is_unavailable(value, placeholders) -%}
    if(
        {{ placeholders }} is null,
        replace({{ value }}, '.0', '') rlike {{ rosetta_cdc.unavailable_value(whole=true) }},
        array_contains({{ placeholders }}, {{ value }})
        or {{ value }} rlike {{ rosetta_cdc.unavailable_value(references_alone=true) }}
    )
{%- endmacro %}
