{#- The begin of the UTC hour of an instant, whatever the session's zone. instant: SQL expression of timestamp. Renders an expression of timestamp. -#}
{% macro utc_hour(instant) -%}
    timestamp_micros(unix_micros({{ instant }}) - pmod(unix_micros({{ instant }}), 3600000000))
{%- endmacro %}
