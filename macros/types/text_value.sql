{#-
    A value as text: as sent, but a Connect decimal as its numeral (whatever its length), numbers of ENUM and SET (Canal) as the members that they stand for, and nanoseconds since 1970,
    which no type of times keeps, as `2024-05-06 07:08:09.1234567`, without zeros at the end, in the zone in which they are counted.
    Renders an expression of string; null for a number that is none of the members.
    value, encoding: SQL expressions of the text and of `format:declared type`, with the members (`canal:enum('a','b')`).
-#}
{% macro text_value(value, encoding) -%}
    {%- set members -%}
    transform(regexp_extract_all({{ encoding }}, "'((?:[^']|'')*)'", 1), m -> replace(m, "''", "'"))
    {%- endset -%}
    case
        when {{ rosetta_cdc.is_encoded_as(encoding, ['unscaled number', 'scaled number']) }} then get(transform(array({{ rosetta_cdc._unscaled_number(value, encoding) }}), n -> {{ rosetta_cdc.canonical_numeral('n') }}), 0)
        when {{ rosetta_cdc.is_encoded_as(encoding, ['epoch nanoseconds']) }} and try_cast({{ value }} as bigint) is not null then {{ rosetta_cdc._nanosecond_text('cast(' ~ value ~ ' as bigint)') }}
        when {{ value }} rlike '^[0-9]{1,5}$' and contains({{ encoding }}, "'") and {{ rosetta_cdc.is_encoded_as(encoding, ['number of a member']) }}
            then get(array_prepend({{ members }}, ''), cast({{ value }} as int))
        when {{ value }} rlike '^[0-9]{1,20}$' and contains({{ encoding }}, "'") and {{ rosetta_cdc.is_encoded_as(encoding, ['numbers of members']) }}
            then case when try_cast({{ value }} as decimal(20, 0)) < pow(2, size({{ members }}))
                then array_join(filter({{ members }}, (m, i) -> substring(reverse(conv({{ value }}, 10, 2)), i + 1, 1) = '1'), ',')
            end
        else {{ value }}
    end
{%- endmacro %}

{#- A number of nanoseconds since 1970 as date and time. nanoseconds: SQL expression of bigint. -#}
{% macro _nanosecond_text(nanoseconds) -%}
    concat(
        cast(timestampadd(second, {{ nanoseconds }} div 1000000000 - if({{ nanoseconds }} % 1000000000 < 0, 1, 0), timestamp_ntz'1970-01-01 00:00:00') as string),
        regexp_replace(format_string('.%09d', pmod({{ nanoseconds }}, 1000000000)), '[.]?0+$', '')
    )
{%- endmacro %}
