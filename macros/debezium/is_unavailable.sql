{#-
    Whether a value stands for one that the source did not send: SQL condition, null where there is no value.

    value: SQL expression of text. placeholder: that of the connector's `unavailable.value.placeholder`, where the registry gives it; then it counts as text, as bytes in each
    `binary.handling.mode` (base64, base64-url-safe, hexadecimal digits) and in an array of texts, of bytes or of the bytes' numbers. Else see `unavailable_value`.
-#}
{% macro is_unavailable(value, placeholder) -%}
    {%- set numbers = 'to_json(transform(sequence(1, length(' ~ placeholder ~ ')), i -> ascii(substring(' ~ placeholder ~ ', i, 1))))' -%}
    {%- set notations = [placeholder] -%}
    {%- for notation in ["base64(%s)", "translate(base64(%s), '+/', '-_')", 'hex(%s)', 'lower(hex(%s))'] -%}{%- do notations.append(notation | replace('%s', placeholder)) -%}{%- endfor -%}
    if(
        {{ placeholder }} is null,
        replace({{ value }}, '.0', '') rlike {{ rosetta_cdc.unavailable_value(whole=true) }},
        {{ value }} in (
            {{ notations | join(', ') }}, to_json(array({{ notations | join(')), to_json(array(') }})), {{ numbers }}
        )
    )
{%- endmacro %}
