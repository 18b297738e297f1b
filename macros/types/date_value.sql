{#-
    A day. Renders an expression of date; null for what is no day, for a time of day other than midnight, and for an instant where the source's zone is not known.
    value, encoding, zone: see `timestamp_value`. An instant that is not the begin of a day in the zone is no day, so that a wrong zone shows.
-#}
{% macro date_value(value, encoding, zone=none) -%}
    case
        when {{ value }} rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}([T :]00:00(:00([.]0*)?)?|Z)?$' then try_cast(left({{ value }}, 10) as date)
        when {{ rosetta_cdc.is_encoded_as(encoding, ['epoch days']) }} then case
            when {{ value }} rlike '^-?[0-9]{1,7}$' and cast({{ value }} as int) between -719162 and 2932896
                then date_add(date'1970-01-01', cast({{ value }} as int))
        end
        else get(transform(
            array(struct(
                {{ rosetta_cdc.timestamp_value(value, encoding, zone) }} as instant,
                {{ rosetta_cdc.timestamp_ntz_value(value, encoding, zone) }} as local
            )),
            time -> case
                when unix_micros(time.instant) = timestampdiff(
                    microsecond, timestamp_ntz'1970-01-01 00:00:00',
                    convert_timezone({{ rosetta_cdc._zone_of(encoding, zone) }}, 'UTC', date_trunc('day', time.local))
                ) then cast(time.local as date)
            end
        ), 0)
    end
{%- endmacro %}
