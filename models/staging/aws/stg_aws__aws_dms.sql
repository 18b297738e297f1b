{% set envelope %}
    metadata struct<
        timestamp: string, `record-type`: string, operation: string, `schema-name`: string, `table-name`: string, `partition-key-type`: string,
        `partition-key-value`: string, `transaction-id`: string, `transaction-record-id`: string, `prev-transaction-id`: string,
        `prev-transaction-record-id`: string, `commit-timestamp`: string, `stream-position`: string
    >,
    control string, data map<string, string>, `before-image` map<string, string>
{% endset %}

with

messages as (
    {{ rosetta_cdc.cdc_messages(['aws_dms'], with_rules=true) }}
),

parsed as (
    {{ rosetta_cdc.parse_messages('messages', envelope) }}
),

classified as (
    select
        * except (topic_rules, topic_options),
        {{ rosetta_cdc.operation_columns('message.metadata.operation', {
            'marker': "message.metadata.`table-name` like 'awsdms\\\\_%'",
            'truncate': ['TRUNCATE-TABLE', 'TRUNCATETABLE'],
            'ddl': "message.metadata.operation rlike '(?i)(table|column)'",
            'snapshot': ['LOAD', 'READ'], 'insert': ['INSERT', 'CREATE'], 'update': ['UPDATE'], 'delete': ['DELETE']
        }) }},
        -- Numbers within a document keep their digits, too.
        case
            when {{ rosetta_cdc.has_nested_numbers('message_text', ['data', 'before-image']) }}
                then {{ rosetta_cdc.exact_maps('message_text', ['data', 'before-image']) }}
            else named_struct('data', message.data, 'before-image', message.`before-image`)
        end as images,
        {{ rosetta_cdc.topic_option('before_image') }} as image_name,
        coalesce({{ rosetta_cdc.topic_option('before_image_prefix') }}, '') as prefix,
        coalesce({{ rosetta_cdc.topic_option('before_image_suffix') }}, '') as suffix,
        coalesce({{ rosetta_cdc.topic_option('absent_is_null') }} = 'true', false) as absent_is_null,
        if({{ rosetta_cdc.topic_option('clock') }} = 'reader', null, message.metadata.`commit-timestamp`) as commit_time
    from parsed
),

with_images as (
    select
        *,
        -- The attribute has a name of the task's.
        case
            when image_name is null or image_name = 'before-image' then images.`before-image`
            else from_json(
                from_json({{ rosetta_cdc.exact_text('message_text') }}, 'map<string, string>', {{ rosetta_cdc.json_options() }})[image_name],
                'map<string, string>', {{ rosetta_cdc.json_options() }}
            )
        end as before_image,
        -- Columns of the image before the change stand among the others, told by their names.
        (prefix <> '' or suffix <> '') and not coalesce({{ rosetta_cdc.has_duplicate_keys('images.data') }}, false) as is_mixed
    from classified
),

separated as (
    select
        *,
        if(
            is_mixed,
            map_filter(images.data, (k, v) -> not (startswith(k, prefix) and endswith(k, suffix) and length(k) > length(prefix) + length(suffix))),
            images.data
        ) as row_image,
        if(
            is_mixed,
            transform_keys(
                map_filter(images.data, (k, v) -> startswith(k, prefix) and endswith(k, suffix) and length(k) > length(prefix) + length(suffix)),
                (k, v) -> substring(k, length(prefix) + 1, length(k) - length(prefix) - length(suffix))
            ),
            before_image
        ) as former_columns
    from with_images
),

timed as (
    select
        *,
        {{ rosetta_cdc.checked_fields({
            'committed_at': [
                'coalesce(commit_time, message.metadata.timestamp)',
                rosetta_cdc.local_timestamp('coalesce(commit_time, message.metadata.timestamp)', "'UTC'"),
                'metadata.commit-timestamp or metadata.timestamp'
            ],
            'produced_at': ['message.metadata.timestamp', rosetta_cdc.local_timestamp('message.metadata.timestamp', "'UTC'")],
            'transaction_order': [
                'message.metadata.`transaction-record-id`', 'try_cast(message.metadata.`transaction-record-id` as bigint)'
            ]
        }) }}
    from separated
),

mapped as (
    select
        timed.* except (
            message, images, image_name, prefix, suffix, absent_is_null, before_image, is_mixed, row_image, former_columns, unusable,
            commit_time
        ),
        nullif(message.metadata.`schema-name`, '') as schema_name,
        nullif(message.metadata.`table-name`, '') as table_name,
        message.metadata.operation as source_op,
        -- What is null in the row of a delete may not have been logged. Of an update only some columns come, which ones depends on source and task.
        case
            when op = 'delete' then map_filter(if(size(row_image) > 0, row_image, former_columns), (k, v) -> v is not null)
            when op = 'update' and size(former_columns) > 0 then former_columns
        end as before,
        case when event_kind = 'row_change' and op <> 'delete' then row_image end as after,
        -- A key column that did not change need not be in the image before.
        case
            when op = 'update' and size(former_columns) > 0 then {{ rosetta_cdc.overlay('row_image', 'former_columns') }}
        end as previous_key_values,
        cast(null as boolean) as before_complete,
        -- An update lacks columns that did not change (PostgreSQL's TOAST, Oracle without supplemental logging, MySQL's binlog_row_image) or, by default, that
        -- are NULL or empty: the message does not tell which, and a column that is not there keeps its value.
        if(op <> 'update' or absent_is_null, true, null) as after_complete,
        if(commit_time is null, 'reader', 'commit') as committed_at_basis,
        message.metadata.`stream-position` as source_position,
        message.metadata.`transaction-id` as transaction_id,
        {{ rosetta_cdc.metadata({
            'metadata.record-type': 'message.metadata.`record-type`',
            'metadata.partition-key-type': 'message.metadata.`partition-key-type`',
            'metadata.partition-key-value': 'message.metadata.`partition-key-value`',
            'metadata.commit-timestamp': 'if(commit_time is null, message.metadata.`commit-timestamp`, null)',
            'metadata.prev-transaction-id': 'message.metadata.`prev-transaction-id`',
            'metadata.prev-transaction-record-id': 'message.metadata.`prev-transaction-record-id`',
            'control': 'message.control',
            'data': "if(event_kind = 'marker', to_json(images.data), null)"
        }) }} as source_metadata,
        {{ rosetta_cdc.first_problem([
            ('format_mismatch', 'coalesce(message.metadata.operation, message.metadata.`record-type`) is null'),
            ('missing_field', 'message.metadata.operation is null', "'metadata.operation is missing'"),
            ('unknown_operation', "op = 'unknown' and message.data is not null"),
            ('invalid_field', 'unusable is not null')
        ]) }} as problem
    from timed
),

staged as (
    {{ rosetta_cdc.staged_rows('mapped') }}
)

select * from staged
