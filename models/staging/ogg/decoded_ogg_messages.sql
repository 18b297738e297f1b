{# Meta fields by the names that the documentation gives them; an option of the topic says another name. #}
{% set renamed = ['table', 'op_type', 'op_ts', 'current_ts', 'pos', 'csn', 'xid', 'opseqno', 'tokens', 'primary_keys', 'before', 'after'] %}
{% set types = {'primary_keys': 'array<string>', 'before': 'map<string, string>', 'after': 'map<string, string>'} %}
{% set names = renamed + ['txind', 'ddl'] %}
{% set columns = [] %}
{% set at_the_top = [] %}
{% set of_fields = [] %}
{% set named_by_options = [] %}
{% for name in names %}
{% set type = types.get(name, 'string') %}
{% set field = 'fields[meta_names[' ~ loop.index0 ~ ']]' %}
{% do columns.append('`' ~ name ~ '`: ' ~ type) %}
{% do at_the_top.append('message.`' ~ name ~ '`') %}
{% do of_fields.append((field if type == 'string' else 'from_json(' ~ field ~ ", '" ~ type ~ "')") ~ ' as `' ~ name ~ '`') %}
{% do named_by_options.append('coalesce(' ~ rosetta_cdc.topic_option(name) ~ ", '" ~ name ~ "')" if name in renamed else "'" ~ name ~ "'") %}
{% endfor %}
{# Names of the fields that qualify the table's, behind the others in meta_names; an empty text where the table's own name does it. #}
{% set qualifiers = ['schema', 'catalog'] %}
{% set at_name = [] %}
{% for name in qualifiers %}
{% do named_by_options.append('coalesce(' ~ rosetta_cdc.topic_option(name) ~ ", '')") %}
{% do at_name.append('nullif(fields[meta_names[' ~ (names | length + loop.index0) ~ "]], '') as " ~ name ~ '_of_table') %}
{% endfor %}
{# With Kafka Connect's schema the message lies in payload. A schema of the formatter's, and Data Streams', is a record of its own. #}
{% set envelope %}
    schema struct<
        name: string, type: string,
        fields: array<struct<
            {{ rosetta_cdc.connect_column_fields() }},
            fields: array<struct<{{ rosetta_cdc.connect_column_fields() }}>>
        >>
    >,
    payload struct<{{ columns | join(', ') }}>, {{ columns | join(', ') }},
    `$schema` string
{% endset %}
{% set before_name = 'meta_names[' ~ renamed.index('before') ~ ']' %}
{% set exact_text = rosetta_cdc.exact_text('message_text') %}
{% set after_name = 'meta_names[' ~ renamed.index('after') ~ ']' %}

with

json_messages as (
    {{ rosetta_cdc.cdc_messages(['ogg'], with_rules=true, with_names=true) }}
),

-- In transaction mode a record of JSON holds all operations of a transaction.
operations as (
    {{ rosetta_cdc.json_documents('json_messages') }}
),

avro_records as (
    select *
    from {{ rosetta_cdc.records_of(
        ref('decoded_ogg_avro_messages'), ['kafka_key', 'images', 'image_columns', 'message_text', 'decoding_error', 'decoding_error_detail']
    ) }}
),

messages as (
    select
        * except (message_text),
        {{ rosetta_cdc.plain_decimals('message_text') }} as message_text,
        cast(null as array<map<string, string>>) as images,
        cast(null as int) as image_columns,
        cast(null as string) as decoding_error,
        cast(null as string) as decoding_error_detail
    from operations
    union all
    select
        avro_records.* except (images, image_columns, message_text, decoding_error, decoding_error_detail),
        'ogg_avro' as source_format,
        'registry' as format_basis,
        topics.topic_rules,
        topics.topic_options,
        topics.table_name as topic_table,
        0 as row_index,
        1 as rows_in_record,
        avro_records.message_text,
        avro_records.images,
        avro_records.image_columns,
        avro_records.decoding_error,
        avro_records.decoding_error_detail
    from avro_records
    left join {{ ref('cdc_topic_rules') }} as topics
        on avro_records.kafka_cluster = topics.kafka_cluster and avro_records.kafka_topic = topics.kafka_topic
),

parsed as (
    {{ rosetta_cdc.parse_messages('messages', envelope) }}
),

configured as (
    select
        *,
        {{ rosetta_cdc.topic_option('flatten') }} as separator,
        coalesce(message.payload, struct({{ at_the_top | join(', ') }})) as nested
    from parsed
),

-- What has columns beside the meta fields (row form, flattened images), or meta fields of other names, is read a second time, by all of its fields.
judged as (
    select
        *,
        message is not null and coalesce(
            arrays_overlap(map_keys(topic_options), split('{{ (renamed + qualifiers + ['flatten', 'metadata']) | join(' ') }}', ' ')), false
        )
        -- A column of the row form may have the name of a field that is an object elsewhere.
        or is_malformed and message_error is null
        or nested.op_type is not null and images is null and coalesce(nested.before, nested.after) is null
        and upper(nested.op_type) not in ('T', 'TRUNCATE', 'DDL', 'STREAM_METADATA', 'OBJECT_METADATA') as needs_fields
    from configured
),

-- `inline(array(...))` keeps Spark from repeating it for every use.
with_fields as (
    select
        judged.*,
        if(needs_fields, array({{ named_by_options | join(', ') }}), null) as meta_names,
        document.fields
    from judged
        lateral view inline(array(struct(
            case
                when needs_fields then coalesce(
                    from_json({{ exact_text }}, 'payload map<string, string>', {{ rosetta_cdc.json_options() }}).payload,
                    from_json({{ exact_text }}, 'map<string, string>', {{ rosetta_cdc.json_options() }})
                )
            end as fields
        ))) document as fields
),

formed as (
    select
        *,
        -- What is neither an object nor null under the name of an image, or of Kafka Connect's envelope, is a column, where there is another one.
        coalesce(
            is_malformed
            and fields[meta_names[{{ renamed.index('op_type') }}]] is not null
            and coalesce(startswith(fields[meta_names[{{ renamed.index('primary_keys') }}]], '['), true)
            and not exists(
                array(fields[{{ before_name }}], fields[{{ after_name }}], fields['payload'], fields['schema']),
                v -> coalesce(startswith(v, '{'), false)
            )
            and size(array_except(map_keys(fields), array_union(meta_names, array('payload', 'schema')))) > 0,
            false
        ) as has_named_columns,
        fields is not null and images is null and separator is null
        and not map_contains_key(fields, {{ before_name }}) and not map_contains_key(fields, {{ after_name }}) as has_no_images
    from with_fields
)

select
    record,
    source_format,
    format_basis,
    row_index,
    rows_in_record,
    message_text,
    {{ rosetta_cdc.registered_kafka_key() }} as bare_key,
    coalesce(decoding_error, message_error) as message_error,
    decoding_error_detail,
    is_tombstone,
    is_malformed and not has_named_columns as is_malformed,
    topic_rules,
    topic_options,
    topic_table,
    images as decoded_images,
    image_columns,
    message.schema as connect_schema,
    message.`$schema` as schema_dialect,
    if(fields is null, nested, struct({{ of_fields | join(', ') }})) as change,
    fields,
    {{ at_name | join(',\n    ') }},
    if(has_named_columns, array_except(meta_names, array({{ before_name }}, {{ after_name }})), meta_names) as meta_names,
    array(concat({{ before_name }}, separator), concat({{ after_name }}, separator)) as image_prefixes,
    has_named_columns or has_no_images as is_row
from formed
