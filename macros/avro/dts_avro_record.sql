{#-
    Decodes a DTS Avro record: struct of the fields of `dts_avro_schema`, a union as a struct of its types (member_Integer and so on). All fields are
    null where the bytes are no such record, the struct is null for null.

    bytes: SQL expression of binary. A zero byte is put behind it: to the published variant without bornTimestamp, the last field, it is that field
    (zero); the longer one ends before it. So both are decoded at once.
-#}
{% macro dts_avro_record(bytes) -%}
    from_avro(
        concat({{ bytes }}, X'00'),
        {{ sql_text_literal(dts_avro_schema()) }},
        map('mode', 'PERMISSIVE', 'enableStableIdentifiersForUnionType', 'true')
    )
{%- endmacro %}
