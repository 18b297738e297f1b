{#-
    The value of a Kafka key that is no object of columns, of whatever notation: a text as it stands (StringConverter), a JSON text, number or boolean, or one of them in Kafka Connect's envelope. Null for
    what is no single value: an object, an array, JSON null, bytes that are no text. Renders a SQL expression of text. Needs the column kafka_key.
    (Kafka Connect, ExtractField$Key, JsonConverter and StringConverter.)
-#}
{% macro bare_key_value() -%}
    get(transform(
        array(cast(kafka_key as string)),
        text -> case
            when not is_valid_utf8(text) or text rlike r'[\x00-\x08]|^\s*(?:\[|null\s*$|$)' then null
            when text rlike r'^\s*[{"]' then get(transform(
                transform(
                    array(if(text rlike r'^\s*"', concat('{"payload":', text, '}'), {{ rosetta_cdc.exact_text('text') }})),
                    envelope -> from_json(envelope, 'schema struct<type string>, payload string', {{ rosetta_cdc.json_options() }})
                ),
                envelope -> case
                    when text rlike r'^\s*"' then coalesce(envelope.payload, text)
                    when envelope.schema.type is null and envelope.payload rlike r'^\s*[\[{]' or envelope.schema.type in ('struct', 'map', 'array') then null
                    else envelope.payload
                end
            ), 0)
            when text rlike r'^\s*-?[0-9]' then trim(text)
            else text
        end
    ), 0)
{%- endmacro %}
