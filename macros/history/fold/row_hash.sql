{#- SHA-256 of a version's image, columns sorted by name; null where the event made no version. -#}
{% macro row_hash() -%}
    {{ return(adapter.dispatch('row_hash', 'rosetta_cdc')()) }}
{%- endmacro %}

{#- What `row_hash` does where no project overrides it. -#}
{% macro default__row_hash() -%}
    case when is_version then sha2(to_json(map_from_entries(sort_array(map_entries(row_image))), map('ignoreNullFields', 'false')), 256) end
{%- endmacro %}
