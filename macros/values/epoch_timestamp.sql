{#-
    The instant of a count of seconds, milliseconds, microseconds or nanoseconds since 1970-01-01T00:00:00Z.

    text: digits as sent (seconds may have a fraction). unit: one of these words. Returns timestamp, what is less than a microsecond cut off; null for text that is no such number, for the sentinels
    0 and -1 and for any instant outside 1970 to 9999.
-#}
{% macro epoch_timestamp(text, unit) -%}
    {{ return(adapter.dispatch('epoch_timestamp', 'rosetta_cdc')(text, unit)) }}
{%- endmacro %}

{#- What `epoch_timestamp` does where no project overrides it. -#}
{% macro default__epoch_timestamp(text, unit) -%}
    {%- if unit in ('milliseconds', 'microseconds', 'nanoseconds') -%}
    {%- set number = 'try_cast(' ~ text ~ ' as bigint)' -%}
    {%- set instant = {'milliseconds': 'timestamp_millis(' ~ number ~ ')', 'microseconds': 'timestamp_micros(' ~ number ~ ')', 'nanoseconds': 'timestamp_micros(' ~ number ~ ' div 1000)'} -%}
    {%- set last = {'milliseconds': '253402300799999', 'microseconds': '253402300799999999', 'nanoseconds': '9223372036854775807'} -%}
    case
        when {{ number }} >= 1 and {{ number }} <= {{ last[unit] }}
            then {{ instant[unit] }}
    end
    {%- elif unit == 'seconds' -%}
    case
        when try_cast({{ text }} as decimal(38, 9)) > 0 and try_cast({{ text }} as decimal(38, 9)) < 253402300800
            then timestamp_micros(cast(floor(try_cast({{ text }} as decimal(38, 9)) * 1000000) as bigint))
    end
    {%- else -%}
    {{ exceptions.raise_compiler_error("epoch_timestamp: unit must be seconds, milliseconds, microseconds or nanoseconds, not '" ~ unit ~ "'") }}
    {%- endif -%}
{%- endmacro %}
