{#- True where `old` of an UPDATE lacks columns of the row. after, changed: map<string,string>. Null where `old` is missing. -#}
{% macro canal_is_partial(after, changed) -%}
    (size({{ changed }}) < size({{ after }}) or exists(map_keys({{ after }}), k -> not map_contains_key({{ changed }}, k)))
{%- endmacro %}
