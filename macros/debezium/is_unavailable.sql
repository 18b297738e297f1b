{#-
    Whether a value stands for one that the source did not send: SQL condition, null where there is no value.

    value: SQL expression of text. placeholder: that of the connector's `unavailable.value.placeholder`, where the registry gives it; then it counts as text, as bytes in base64 and in an
    array of texts, of bytes or of the bytes' numbers. Else see `unavailable_value`.
-#}
{% macro is_unavailable(value, placeholder) -%}
    {%- set numbers = 'to_json(transform(sequence(1, length(' ~ placeholder ~ ')), i -> ascii(substring(' ~ placeholder ~ ', i, 1))))' -%}
    if(
        {{ placeholder }} is null,
        replace({{ value }}, '.0', '') rlike {{ rosetta_cdc.unavailable_value(whole=true) }},
        {{ value }} in (
            {{ placeholder }}, base64({{ placeholder }}), to_json(array({{ placeholder }})), to_json(array(base64({{ placeholder }}))), {{ numbers }}
        )
    )
{%- endmacro %}
