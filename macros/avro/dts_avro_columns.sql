{#-
    The columns of an image of a DTS Avro record, in the order of its fields: array<struct<name string, text string, is_unreadable boolean>>, null for
    a null image. A value of EmptyObject.NONE is not in the image and is left out.

    fields: SQL expression of the record's fields, array<struct<name, dataTypeNumber>>. values: of the image, an array of as many values.
-#}
{% macro dts_avro_columns(fields, values) -%}
    transform(
        transform(
            filter(
                transform({{ values }}, (v, i) -> struct(get({{ fields }}, i).name as name, v as value)),
                c -> not c.value.member_EmptyObject <=> 'NONE'
            ),
            c -> struct(c.name as name, c.value.member_Character is not null as is_character, {{ rosetta_cdc.dts_avro_text('c.value') }} as text)
        ),
        c -> struct(c.name as name, c.text as text, c.is_character and c.text is null as is_unreadable)
    )
{%- endmacro %}
