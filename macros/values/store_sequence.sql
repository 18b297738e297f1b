{#-
    Sortable number of an OMS store sequence, `{seconds, 10 digits}{counter, 1 to 5 digits}` written without padding
    (OMS 3.3.1, Data formats: storeDataSequence, scn): 1609344671|10 must not sort behind 1609344672|1.

    Returns decimal(38,0): seconds * 100000 + counter; a plain whole number where the text has another length.
-#}
{% macro store_sequence(text) -%}
    case
        when {{ text }} rlike '^[0-9]{11,15}$'
            then cast(cast(left({{ text }}, 10) as decimal(20, 0)) * 100000 + cast(substring({{ text }}, 11) as decimal(10, 0)) as decimal(38, 0))
        else {{ rosetta_cdc.whole_number(text) }}
    end
{%- endmacro %}
