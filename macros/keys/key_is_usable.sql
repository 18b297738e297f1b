{#-
    True where every key column was found and no NULL stands where a key may not hold one; a key from the registry always may. A key of all columns is always usable.

    key: map<string,string> of the columns found. Needs the columns key_names, key_basis and staged_row of `event_rows`.
-#}
{% macro key_is_usable(key) -%}
    {{ return(adapter.dispatch('key_is_usable', 'rosetta_cdc')(key)) }}
{%- endmacro %}

{#- What `key_is_usable` does where no project overrides it. -#}
{% macro default__key_is_usable(key) -%}
    key_basis = 'all_columns'
    or (size({{ key }}) = size(key_names)
    and (key_basis = 'registry' or staged_row.key_may_be_null or not exists(map_values({{ key }}), v -> v is null)))
{%- endmacro %}
