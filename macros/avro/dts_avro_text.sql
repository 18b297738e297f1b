{#-
    The text of a value of a DTS Avro image, as the JSON formats of DTS write it; null for NULL and for text that cannot be read (see `charset_text`).

    value: SQL expression of the union that `from_avro` gives, a struct with a field for each type.
    Integers, decimals, geometry as text and text objects are text already. A float is Java's text of the double. A timestamp is the seconds since
    1970-01-01T00:00:00Z with its microseconds (the field is called millis, but holds these, as DTS's own example reads it), other times are written
    out: only the parts that are given, a sign before a negative time, the zone at the end. Binary values are base64.
-#}
{% macro dts_avro_text(value) -%}
    case
        when {{ value }} is null then null
        when {{ value }}.member_Integer is not null then {{ value }}.member_Integer.value
        when {{ value }}.member_Character is not null
            then {{ rosetta_cdc.charset_text(value ~ '.member_Character.value', value ~ '.member_Character.charset') }}
        when {{ value }}.member_Decimal is not null then {{ value }}.member_Decimal.value
        when {{ value }}.member_TextObject is not null then {{ value }}.member_TextObject.value
        when {{ value }}.member_DateTime is not null then {{ rosetta_cdc._date_time_text(value ~ '.member_DateTime') }}
        when {{ value }}.member_Timestamp is not null then case
            when {{ value }}.member_Timestamp.millis = 0 then cast({{ value }}.member_Timestamp.timestamp as string)
            else cast(
                cast({{ value }}.member_Timestamp.timestamp as decimal(19, 0))
                + cast({{ value }}.member_Timestamp.millis as decimal(10, 0)) * 0.000001BD as string
            )
        end
        when {{ value }}.member_Float is not null then cast({{ value }}.member_Float.value as string)
        when {{ value }}.member_BinaryObject is not null then {{ rosetta_cdc._base64_text(value ~ '.member_BinaryObject.value') }}
        when {{ value }}.member_TimestampWithTimeZone is not null then concat_ws(
            ' ', {{ rosetta_cdc._date_time_text(value ~ '.member_TimestampWithTimeZone.value') }}, {{ value }}.member_TimestampWithTimeZone.timezone
        )
        when {{ value }}.member_TextGeometry is not null then {{ value }}.member_TextGeometry.value
        when {{ value }}.member_BinaryGeometry is not null then {{ rosetta_cdc._base64_text(value ~ '.member_BinaryGeometry.value') }}
    end
{%- endmacro %}

{#- `yyyy-MM-dd HH:mm:ss.ffffff`, or the parts of it that a DateTime has. parts: SQL expression of the DateTime. -#}
{% macro _date_time_text(parts) -%}
    concat_ws(
        ' ',
        nullif(concat_ws(
            '-',
            if({{ parts }}.year is not null, format_string('%04d', {{ parts }}.year), null),
            if({{ parts }}.month is not null, format_string('%02d', {{ parts }}.month), null),
            if({{ parts }}.day is not null, format_string('%02d', {{ parts }}.day), null)
        ), ''),
        case when coalesce({{ parts }}.hour, {{ parts }}.minute, {{ parts }}.second, {{ parts }}.millis) is not null then concat(
            if(least({{ parts }}.hour, {{ parts }}.minute, {{ parts }}.second, {{ parts }}.millis) < 0, '-', ''),
            format_string(
                '%02d:%02d:%02d',
                abs(coalesce({{ parts }}.hour, 0)), abs(coalesce({{ parts }}.minute, 0)), abs(coalesce({{ parts }}.second, 0))
            ),
            if({{ parts }}.millis <> 0, format_string('.%06d', abs({{ parts }}.millis)), '')
        ) end
    )
{%- endmacro %}

{#- Base64 without the line ends that Spark puts behind every 76 characters. bytes: SQL expression of binary. -#}
{% macro _base64_text(bytes) -%}
    translate(base64({{ bytes }}), '\r\n', '')
{%- endmacro %}
