{#-
    The instant of a written date and time, `yyyy-MM-dd[T ]HH:mm:ss[.fraction]`, with or without its own zone.

    text: as sent. zone: SQL expression of a zone name such as 'UTC' or 'Asia/Shanghai', used where the text has none; null = unknown.
    Returns timestamp, cut to microseconds; null for other text or an unknown zone. The session's zone plays no part.
-#}
{% macro local_timestamp(text, zone) -%}
    {{ return(adapter.dispatch('local_timestamp', 'rosetta_cdc')(text, zone)) }}
{%- endmacro %}

{#- What `local_timestamp` does where no project overrides it. -#}
{% macro default__local_timestamp(text, zone) -%}
    case
        when {{ text }} rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?$'
            then try_cast(concat({{ text }}, ' ', {{ zone }}) as timestamp)
        when {{ text }} rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)? ?(?:Z|[+-][0-9]{2}:?[0-9]{2}|[A-Z][A-Za-z_+-]+(?:/[A-Za-z0-9_+-]+)*)$'
            then try_cast({{ text }} as timestamp)
    end
{%- endmacro %}
