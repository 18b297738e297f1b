{#-
    The columns of `base` with those of `top` laid over them: a key that is in `top`, be it with a null value, wins.
    map<string,string> both; null `top` gives `base`. Maps with duplicate keys must have been refused before.
-#}
{% macro overlay(base, top) -%}
    case
        when {{ top }} is null then {{ base }}
        when {{ base }} is null then {{ top }}
        else map_concat(map_filter({{ base }}, (k, v) -> not map_contains_key({{ top }}, k)), {{ top }})
    end
{%- endmacro %}
