{#-
    A step of a view that decodes Avro records as JSON text: adds message_text (the text, empty where a record cannot be decoded, null for a tombstone), decoding_error (error code, else null) and
    decoding_error_detail. Renders a query of the columns of `record_columns`, kafka_key and these.

    relation: CTE with the columns of `raw.kafka_messages` and schema_number. schemas: see `avro_schemas`. layout: of the schemas that the format is written in, or a list of several. mismatch: what is
    said of a record in another one. more: names of further columns of the relation that are kept. with_images: true adds images and image_columns, too, see `avro_message_text`.
-#}
{% macro decoded_avro_records(relation, schemas, layout, mismatch, more=[], with_images=false) -%}
    {#- The array lets Spark decode a message once, not once more for each column that is used later. #}
    select
        {{ relation }}.*,
        {%- if with_images %}
        decoded.text as decoded_text,
        decoded.images,
        decoded.image_columns
        {%- else %}
        decoded as decoded_text
        {%- endif %}
    from {{ relation }}
        lateral view inline(array(struct({{ rosetta_cdc.avro_message_text(schemas, layout, with_images=with_images) }}))) decoded_message as decoded

    {#- Bytes that are no character become U+FFFD in JSON: more of these than were sent. #}
    |> extend
        case when contains(decoded_text, '\ufffd') then array_size(split(decoded_text, '\ufffd')) end as replaced_characters,
        case when contains(decoded_text, '\ufffd') then array_size(split(decode(kafka_value, 'ISO-8859-1'), '\u00ef\u00bf\u00bd')) end as characters_sent
        {%- if with_images %},
        {#- GoldenGate may write a transaction as one record, operation behind operation (gg.handler.name.mode=tx), of which the first alone is decoded. Each begins with its table, a letter and a
            time of 26 characters; in an image the companion of a column stands between two values. #}
        regexp_count(decode(kafka_value, 'ISO-8859-1'), r'\x02[A-Z]4\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d[.]\d{6}') > 1 as has_operations
        {%- endif %}

    |> extend case
        when kafka_value is null then null
        when schema_number is null then 'unknown_avro_schema'
        when schema_number not in ({{ rosetta_cdc.avro_schemas_of(schemas, layout) }}) then 'format_mismatch'
        when decoded_text is null then 'invalid_avro'
        when replaced_characters > characters_sent then 'invalid_utf8'
        {%- if with_images %}
        when has_operations then 'invalid_avro'
        when exists(images, i -> not is_valid_utf8(array_join(map_values(i), ''))) then 'invalid_utf8'
        {%- endif %}
    end as decoding_error

    |> select
        {{ rosetta_cdc.record_columns() | join(', ') }},
        kafka_key,
        {%- for name in more + (['images', 'image_columns'] if with_images else []) %}
        {{ name }},
        {%- endfor %}
        case
            when kafka_value is null then null
            when decoding_error is null then decoded_text
            else ''
        end as message_text,
        decoding_error,
        case decoding_error
            when 'unknown_avro_schema' then {{ rosetta_cdc.unknown_avro_schema() }}
            when 'format_mismatch' then {{ rosetta_cdc.sql_text_literal(mismatch) }}
            {%- if with_images %}
            when 'invalid_avro' then if(has_operations, 'the record holds several operations of a transaction; set gg.handler.name.mode to op', null)
            {%- endif %}
        end as decoding_error_detail
{%- endmacro %}
