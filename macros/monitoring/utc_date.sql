{#- The UTC day of an instant, whatever the session's zone. instant: SQL expression of timestamp. Renders an expression of date. -#}
{% macro utc_date(instant) -%}
    date_from_unix_date(cast((unix_micros({{ instant }}) - pmod(unix_micros({{ instant }}), 86400000000)) div 86400000000 as int))
{%- endmacro %}
