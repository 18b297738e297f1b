{#-
    Error code of a message that cannot be read as a whole, null for a readable one and for a tombstone.

    elements: what `parse_messages` got. The good case comes first; everything else is only computed for bad ones.
    The order of the codes: schema_registry_bytes, invalid_utf8, empty_value, not_a_json_object, invalid_json, unpaired_surrogate.
-#}
{% macro message_error(elements) -%}
    case
        when message_text is null then null
        when not is_valid_utf8(message_text) then if(startswith(message_text, char(0)), 'schema_registry_bytes', 'invalid_utf8')
        when get({{ elements }}, 1) is null or size({{ elements }}) <> 3
            or get({{ elements }}, 0) is not null or get({{ elements }}, 2) is not null
            then case
                when startswith(message_text, char(0)) then 'schema_registry_bytes'
                when regexp_replace(message_text, r'\s', '') in ('', 'null') then 'empty_value'
                when message_text not rlike r'^\s*\{' then 'not_a_json_object'
                else 'invalid_json'
            end
        when contains(message_text, r'\u') and (contains(message_text, r'\ud') or contains(message_text, r'\uD'))
            and {{ rosetta_cdc.has_unpaired_surrogate('message_text') }} then 'unpaired_surrogate'
    end
{%- endmacro %}
