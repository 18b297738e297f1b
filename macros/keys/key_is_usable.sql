{#-
    True where every key column was found and no NULL stands where a key may not hold one.

    key: map<string,string> of the columns found. null_keys: may the format's declared key hold NULL; a key from the registry always may.
    Needs the columns key_names and key_basis.
-#}
{% macro key_is_usable(key, null_keys) -%}
    size({{ key }}) = size(key_names)
    {%- if not null_keys %} and (key_basis = 'registry' or not exists(map_values({{ key }}), v -> v is null)){% endif %}
{%- endmacro %}
