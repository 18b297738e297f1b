{#-
    Why a value of an image is null as a column of a type. Renders an expression of string: `empty` (a text without characters), `zero_date` (a year, month or day 0),
    `zone_unknown` (a time without a zone, or an instant, and the source's zone is not known), `too_precise` (more digits behind the point than the type keeps), `out_of_range`
    (a number beyond the type), `unreadable` (anything else).

    value, encoding, type, zone: see `typed_value`. Only for values that are not null and whose typed value is.
-#}
{% macro cast_error(value, encoding, type, zone=none) -%}
    {%- if rosetta_cdc.own_notations() and rosetta_cdc.type_family(type) != 'binary' -%}
        get(transform(
            array({{ rosetta_cdc.decoded_value(value, encoding) }}),
            decoded -> case when decoded is null and {{ value }} <> '' then 'unreadable' else {{ rosetta_cdc._cast_error('coalesce(decoded, ' ~ value ~ ')', encoding, type, zone) }} end
        ), 0)
    {%- else -%}
        {{ rosetta_cdc._cast_error(value, encoding, type, zone) }}
    {%- endif -%}
{%- endmacro %}

{#- The same of a value that is written in no notation of the root project's own. Arguments: see `typed_value`. -#}
{% macro _cast_error(value, encoding, type, zone=none) -%}
    {%- set family = rosetta_cdc.type_family(type) -%}
    case
        when {{ value }} = '' then 'empty'
        {%- if family in ('date', 'timestamp', 'timestamp_ntz') %}
        when {{ value }} rlike '^(0000-[0-9]{2}-[0-9]{2}|[0-9]{4}-00-[0-9]{2}|[0-9]{4}-[0-9]{2}-00)' then 'zero_date'
        {%- endif %}
        {%- if family in ('date', 'timestamp', 'timestamp_ntz', 'interval_microseconds') %}
        when {{ rosetta_cdc.is_too_precise(value, encoding) }} then 'too_precise'
        {%- endif %}
        {%- if family in ('date', 'timestamp', 'timestamp_ntz') %}
        {%- if not zone %}
        {#- A clock's time of day is no day in any zone. #}
        when {% if family == 'date' %}not {{ value }} rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}[T :][0-9:.]*$' and {% endif %}{{ rosetta_cdc.timestamp_value(value, encoding, 'UTC') }} is not null and {{ rosetta_cdc._zone_of(encoding, none) }} is null then 'zone_unknown'
        {%- endif %}
        {%- endif %}
        {%- if family in ('integer', 'decimal', 'double') %}
        {%- set kept = type.split(',')[1].rstrip(') ') | int if family == 'decimal' else 0 %}
        else get(transform(array({{ rosetta_cdc.number_text(value, encoding) }}), n -> case
            when n is null then 'unreadable'
            {%- if family != 'double' %}
            when {{ rosetta_cdc.canonical_numeral('n') }} rlike '[.][0-9]{{ '{' }}{{ kept + 1 }},}' then 'too_precise'
            {%- endif %}
            else 'out_of_range'
        end), 0)
        {%- elif family == 'array' %}
        else {{ rosetta_cdc._array_error(value, encoding, rosetta_cdc.element_type(type), zone) }}
        {%- else %}
        else 'unreadable'
        {%- endif %}
    end
{%- endmacro %}
