{#-
    What a connector writes for a column that the source did not send, where its `unavailable.value.placeholder` is an own one: array of the placeholder as text, as bytes in each `binary.handling.mode` (base64,
    base64-url-safe, hexadecimal digits), in arrays of texts, of bytes, of the bytes' numbers, fractions and decimals, as a hstore and as the UUID that is made of it in an array. Renders a SQL expression of
    array<string>, null without a placeholder. (Debezium's class UnchangedToastedPlaceholder.)

    placeholder: SQL expression of text.
-#}
{% macro unavailable_values(placeholder) -%}
    {#- Java's UUID.nameUUIDFromBytes. #}
    {%- set uuid = "concat(left(digits, 8), '-', substring(digits, 9, 4), '-3', substring(digits, 14, 3), '-', translate(substring(digits, 17, 1), '01234567cdef', '89ab89ab89ab'), substring(digits, 18, 3), '-', substring(digits, 21))" -%}
    case when {{ placeholder }} is not null then flatten(transform(
        array({{ placeholder }}),
        text -> concat(
            flatten(transform(
                array(text, base64(text), translate(base64(text), '+/', '-_'), hex(text), lower(hex(text))),
                notation -> array(notation, to_json(array(notation)))
            )),
            array(to_json(map(text, text))),
            transform(array(md5(text)), digits -> to_json(array({{ uuid }}))),
            flatten(transform(
                array(transform(sequence(1, length(text)), i -> substring(text, i, 1))),
                characters -> array(
                    to_json(transform(characters, c -> ascii(c))),
                    concat('[', array_join(transform(characters, c -> concat(ascii(c), '.0')), ','), ']'),
                    to_json(transform(characters, c -> base64(c)))
                )
            ))
        )
    )) end
{%- endmacro %}
