{#-
    Length in months of an INTERVAL YEAR TO MONTH. Renders an expression of bigint; null for what is none.
    Read are `[+-]years-months`, the same between the quotes of `INTERVAL '...' YEAR TO MONTH`, and one unit (`INTERVAL '4' YEAR`).
    value: SQL expression of the text.
-#}
{% macro months_value(value) -%}
    get(transform(array({{ rosetta_cdc._interval_parts(value) }}), span -> case
        when span.amount rlike '^[+-]?[0-9]{1,9}$' and span.unit in ('year', 'month') then cast(span.amount as bigint) * if(span.unit = 'year', 12, 1)
        when span.amount rlike '^[+-]?[0-9]{1,9}-(0?[0-9]|1[01])$' and span.unit in ('', 'year') then
            if(startswith(span.amount, '-'), -1, 1)
            * (cast(regexp_extract(span.amount, '([0-9]+)-', 1) as bigint) * 12 + cast(regexp_extract(span.amount, '-([0-9]+)$', 1) as bigint))
    end), 0)
{%- endmacro %}
