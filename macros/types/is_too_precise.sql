{#-
    Whether a time has more digits than microseconds, which no type of times keeps: written, or as a number of seconds or nanoseconds. Renders a SQL condition, null or false for others.
    value, encoding: SQL expressions of the text and of `format:declared type`.
-#}
{% macro is_too_precise(value, encoding) -%}
    ({{ rosetta_cdc._is_too_precise(value) }}
            or try_cast({{ value }} as bigint) % 1000 <> 0 and {{ rosetta_cdc.is_encoded_as(encoding, ['epoch nanoseconds', 'day nanoseconds']) }})
{%- endmacro %}

{#- Whether a written time, or a number of seconds, has more than six digits behind the point that are not zero. value: SQL expression. -#}
{% macro _is_too_precise(value) -%}
    {{ value }} rlike '(:[0-9]{2}|^-?[0-9]+)[.][0-9]{6}[0-9]*[1-9]'
{%- endmacro %}
