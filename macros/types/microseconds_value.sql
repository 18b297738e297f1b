{#-
    Length in microseconds of a time span: of a TIME (see `time_value`) or an INTERVAL DAY TO SECOND. Renders an expression of bigint; null for what is none and for one
    with more than microseconds.

    Read are `[+-][days ]hours:minutes[:seconds[.fraction]]`, the same between the quotes of `INTERVAL '...' DAY TO SECOND`, and one unit (`INTERVAL '3' DAY`).
    value, encoding: SQL expressions of the text and of `format:declared type`.
-#}
{% macro microseconds_value(value, encoding) -%}
    case
        when {{ rosetta_cdc.is_encoded_as(encoding, ['day microseconds']) }} then case when {{ value }} rlike '^-?[0-9]+$' then try_cast({{ value }} as bigint) end
        when {{ rosetta_cdc._day_nanoseconds(value, encoding) }} % 1000 = 0 then {{ rosetta_cdc._day_nanoseconds(value, encoding) }} div 1000
        else get(transform(array({{ rosetta_cdc._interval_parts(value) }}), span -> case
            when span.amount rlike '^[+-]?[0-9]{1,9}([.][0-9]{1,6}0*)?$' then try_cast(
                cast(span.amount as decimal(18, 9))
                * try_element_at(map('day', 86400000000L, 'hour', 3600000000L, 'minute', 60000000L, 'second', 1000000L), span.unit) as bigint
            )
            when span.amount rlike '^[+-]?([0-9]{1,9} )?[0-9]{1,9}:[0-5][0-9](:[0-5][0-9]([.][0-9]{1,6}0*)?)?$' and span.unit in ('', 'day', 'hour') then try_cast(
                if(startswith(span.amount, '-'), -1, 1) * (
                    coalesce(try_cast(regexp_extract(span.amount, '([0-9]+) ', 1) as bigint), 0) * 86400000000
                    + cast(regexp_extract(span.amount, '([0-9]+):', 1) as bigint) * 3600000000
                    + cast(regexp_extract(span.amount, ':([0-9]+)', 1) as bigint) * 60000000
                    + coalesce(try_cast(regexp_extract(span.amount, ':[0-9]+:(.*)', 1) as decimal(18, 9)), 0) * 1000000
                ) as bigint
            )
        end), 0)
    end
{%- endmacro %}

{#- What stands between the quotes of `INTERVAL '...' UNIT`, and the first unit, in lower case; else the whole text and no unit. value: SQL expression. -#}
{% macro _interval_parts(value) -%}
    if(
        lower({{ value }}) rlike r"^interval +'[^']*' +[a-z]+( *[(][0-9, ]+[)])?( +to +[a-z]+( *[(][0-9, ]+[)])?)?$",
        struct(
            regexp_extract({{ value }}, "'([^']*)'", 1) as amount,
            regexp_extract(lower({{ value }}), "' +([a-z]+?)s?\\b", 1) as unit
        ),
        struct({{ value }} as amount, '' as unit)
    )
{%- endmacro %}
