{#-
    The instant of a count of seconds or milliseconds since 1970-01-01T00:00:00Z.

    text: digits as sent (seconds may have a fraction). unit: `milliseconds` or `seconds`. Returns timestamp; null for text that is no
    such number, for the sentinels 0 and -1 and for any instant outside 1970 to 9999.
-#}
{% macro epoch_timestamp(text, unit) -%}
    {{ return(adapter.dispatch('epoch_timestamp', 'rosetta_cdc')(text, unit)) }}
{%- endmacro %}

{#- What `epoch_timestamp` does where no project overrides it. -#}
{% macro default__epoch_timestamp(text, unit) -%}
    {%- if unit == 'milliseconds' -%}
    case
        when try_cast({{ text }} as bigint) >= 1 and try_cast({{ text }} as bigint) <= 253402300799999
            then timestamp_millis(try_cast({{ text }} as bigint))
    end
    {%- elif unit == 'seconds' -%}
    case
        when try_cast({{ text }} as decimal(38, 9)) > 0 and try_cast({{ text }} as decimal(38, 9)) < 253402300800
            then timestamp_micros(cast(floor(try_cast({{ text }} as decimal(38, 9)) * 1000000) as bigint))
    end
    {%- else -%}
    {{ exceptions.raise_compiler_error("epoch_timestamp: unit is 'milliseconds' or 'seconds', not '" ~ unit ~ "'") }}
    {%- endif -%}
{%- endmacro %}
