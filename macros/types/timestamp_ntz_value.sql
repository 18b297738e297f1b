{#-
    The time that a clock on the source's wall showed. Renders an expression of timestamp_ntz; null for what is no time, for an instant where the source's zone
    is not known, and for a time with more than microseconds. The session's zone plays no part.
    value, encoding, zone: see `timestamp_value`.
-#}
{% macro timestamp_ntz_value(value, encoding, zone=none) -%}
    case
        when {{ value }} rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2}([T :][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,6}0*)?)?)?$'
            then try_cast(regexp_replace({{ value }}, '^([0-9-]{10}):', '$1 ') as timestamp_ntz)
        else convert_timezone('UTC', {{ rosetta_cdc._zone_of(encoding, zone) }}, timestampadd(
            microsecond, unix_micros({{ rosetta_cdc.timestamp_value(value, encoding, zone) }}), timestamp_ntz'1970-01-01 00:00:00'
        ))
    end
{%- endmacro %}
