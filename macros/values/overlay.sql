{#-
    The columns of `base` with those of `top` laid over them: a key that is in `top`, be it with a null value, wins.
    map<string,string> both; null `top` gives `base`, null `base` gives `top`. Where `base` has all keys of `top` they keep the order of `base`.
    A map that names a key twice comes back as it is, so that it shows (see `has_duplicate_keys`).
-#}
{% macro overlay(base, top) -%}
    case
        when {{ top }} is null then {{ base }}
        when {{ base }} is null or {{ rosetta_cdc.has_duplicate_keys(top) }} then {{ top }}
        when forall(map_keys({{ top }}), k -> map_contains_key({{ base }}, k))
            then transform_values({{ base }}, (k, v) -> if(map_contains_key({{ top }}, k), {{ top }}[k], v))
        when {{ rosetta_cdc.has_duplicate_keys(base) }} then {{ base }}
        else map_concat(map_filter({{ base }}, (k, v) -> not map_contains_key({{ top }}, k)), {{ top }})
    end
{%- endmacro %}
