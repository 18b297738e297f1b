{#-
    Parses the messages of a CTE, once each.

    relation: a CTE made by `cdc_messages`. envelope: Spark DDL of the message's fields, scalars as string so that no
    JSON type is refused, or `map<string, string>` for whatever fields there are. by_parts: SQL expression of the envelope's struct that reads a message with a field of
    the wrong type in parts, none where nothing is to be saved of such a message.

    Returns the relation's columns, those of `record_columns` in a struct (one column is copied from step to step at less cost), and
        record         struct of `record_columns`
        message        struct of the envelope, or the map, null where the value is no JSON object or a tombstone
        message_error  error code where the value cannot be read as a whole, else null
        is_tombstone   the record has no value; columns after this one need not carry the text
        is_malformed   a field declared as array, struct or map has another JSON type; fields after it are missing

    The text is parsed as the second element of an array between two nulls: whatever follows or closes the
    object early (trailing text, a second object) changes the array and shows. `inline(array(...))` keeps Spark
    from parsing again for every filter and every column that is used later.
-#}
{% macro parse_messages(relation, envelope, by_parts=none) -%}
    {{ return(adapter.dispatch('parse_messages', 'rosetta_cdc')(relation, envelope, by_parts)) }}
{%- endmacro %}

{#- What `parse_messages` does where no project overrides it. -#}
{% macro default__parse_messages(relation, envelope, by_parts=none) -%}
    select
        {{ relation }}.* except ({{ rosetta_cdc.record_columns() | join(', ') }}),
        struct({{ rosetta_cdc.record_columns() | join(', ') }}) as record,
        {{ 'case when document.malformed is not null then ' ~ by_parts ~ ' else get(document.elements, 1) end' if by_parts
            else 'get(document.elements, 1)' }} as message,
        message_text is null as is_tombstone,
        document.malformed is not null as is_malformed,
        {{ rosetta_cdc.message_error('document.elements') }} as message_error
    from {{ relation }}
    lateral view
        inline(array(from_json(
            concat('{"elements":[null,', {{ rosetta_cdc.exact_text('message_text') }}, ',null]}'),
            'elements array<{{ envelope if envelope.startswith('map<') else 'struct<' ~ modules.re.sub('\\s+', ' ', envelope) ~ '>' }}>, malformed string',
            {{ rosetta_cdc.json_options('malformed') }}
        ))) document as elements, malformed
{%- endmacro %}
