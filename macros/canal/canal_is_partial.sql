{#-
    True where `old` of an UPDATE lacks columns of the row. after, changed: map<string,string>. Null where `old` is missing.
    Most often both name the same columns in the same order, which costs least to see.
-#}
{% macro canal_is_partial(after, changed) -%}
    map_keys({{ changed }}) <> map_keys({{ after }})
    and (size({{ changed }}) < size({{ after }}) or size(array_except(map_keys({{ after }}), map_keys({{ changed }}))) > 0)
{%- endmacro %}
