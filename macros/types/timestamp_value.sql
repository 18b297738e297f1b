{#-
    An instant. Renders an expression of timestamp; null for what is no time, for a time without a zone where none is known, and for one with more than
    microseconds: no digit is cut. The session's zone plays no part.

    value, encoding: SQL expressions of the text and of `format:declared type`. zone: name of the source's zone, none if not known. A clock that is set back shows
    an hour twice; the first of them is taken. Where the zone is the format's and not the source's, its declaration says it.
-#}
{% macro timestamp_value(value, encoding, zone=none) -%}
    coalesce(
        timestamp_micros({{ rosetta_cdc._epoch_microseconds(value, encoding) }}),
        case when not {{ rosetta_cdc._is_too_precise(value) }} then {{ rosetta_cdc.local_timestamp(rosetta_cdc._written_time(value), rosetta_cdc._zone_of(encoding, zone)) }} end
    )
{%- endmacro %}

{#- The source's zone as a SQL expression, null where it is not known. encoding: SQL expression. zone: name or none. -#}
{% macro _zone_of(encoding, zone) -%}
    {%- if zone -%}
        {{ rosetta_cdc.sql_text_literal(zone) }}
    {%- else -%}
        case split_part({{ encoding }}, ':', 1){% for code in rosetta_cdc.formats_with('time_zone') %} when '{{ code }}' then {{ rosetta_cdc.sql_text_literal(rosetta_cdc.declared_formats()[code].time_zone) }}{% endfor %} end
    {%- endif -%}
{%- endmacro %}

{#- A written time with its seconds, which OMS before 3.3.0 leaves out, and a blank behind the day, where GoldenGate may have a colon. value: SQL expression. -#}
{% macro _written_time(value) -%}
    case
        when {{ value }} rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}$' then concat({{ value }}, ':00')
        when {{ value }} rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}:' then overlay({{ value }} placing ' ' from 11)
        else {{ value }}
    end
{%- endmacro %}

{#-
    Microseconds since 1970-01-01T00:00:00Z of an instant that is written as a number; null for others, and outside the years 1 to 9999.
-#}
{% macro _epoch_microseconds(value, encoding) -%}
    get(filter(array(case
        when not {{ value }} rlike '^-?[0-9]{1,20}([.][0-9]{1,9})?$' then null
        when {{ value }} rlike '^[0-9]{10}000[.][0-9]{6}000$' and {{ rosetta_cdc.is_encoded_as(encoding, ['epoch milliseconds with nanoseconds']) }}
            then try_cast(concat(left({{ value }}, 10), substring({{ value }}, 15, 6)) as bigint)
        when {{ rosetta_cdc.is_encoded_as(encoding, ['epoch seconds']) }} then case
            when {{ value }} rlike '^-?[0-9]{1,12}([.][0-9]{1,6}0*)?$'
                then cast(cast({{ value }} as decimal(38, 9)) * 1000000 as bigint)
        end
        when contains({{ value }}, '.') then null
        when {{ rosetta_cdc.is_encoded_as(encoding, ['epoch milliseconds']) }} then try_multiply(try_cast({{ value }} as bigint), 1000L)
        when {{ rosetta_cdc.is_encoded_as(encoding, ['epoch microseconds']) }} then try_cast({{ value }} as bigint)
        when {{ rosetta_cdc.is_encoded_as(encoding, ['epoch nanoseconds']) }} and try_cast({{ value }} as bigint) % 1000 = 0 then try_cast({{ value }} as bigint) div 1000
    end), m -> m between -62135596800000000 and 253402300799999999), 0)
{%- endmacro %}
