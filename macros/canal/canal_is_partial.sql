{#-
    True where `old` of an UPDATE lacks columns of the row. after, changed: map<string,string>. Null where `old` is missing.
    Most often both name the same columns in the same order, which costs least to see.
-#}
{% macro canal_is_partial(after, changed) -%}
    map_keys({{ changed }}) <> map_keys({{ after }})
    and (size({{ changed }}) < size({{ after }}) or exists(map_keys({{ after }}), k -> not map_contains_key({{ changed }}, k)))
{%- endmacro %}
