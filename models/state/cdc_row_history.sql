-- The tables of the history are made together: who selects a model and all before it selects them all.
-- depends_on: {{ ref('history_runs') }}
with

closed_versions as (
    select * from {{ ref('closed_versions') }}
),

last_versions as (
    select *
    from {{ ref('row_states') }}
    where version_number is not null
)

select
    row_id,
    table_id,
    row_key,
    primary_key,
    key_basis,
    version_number,
    op,
    row_image,
    column_encodings,
    image_complete,
    changed_columns,
    row_hash,
    is_deleted,
    equal_rows,
    is_current,
    valid_from,
    valid_to,
    committed_at,
    event_id,
    kafka_cluster,
    kafka_topic,
    kafka_topic_incarnation,
    kafka_partition,
    kafka_offset,
    row_index,
    kafka_timestamp,
    sequence_number,
    -- With its type, so that the view is made anew when that changes: a view casts to the types that it was made with.
    cast(order_mark as {{ rosetta_cdc.mark_type() }}) as order_mark,
    applied_at,
    run_id
from closed_versions
union all
select
    row_id,
    table_id,
    row_key,
    primary_key,
    key_basis,
    version_number,
    op,
    row_image,
    column_encodings,
    image_complete,
    changed_columns,
    row_hash,
    is_deleted,
    equal_rows,
    is_current,
    valid_from,
    valid_to,
    committed_at,
    event_id,
    kafka_cluster,
    kafka_topic,
    kafka_topic_incarnation,
    kafka_partition,
    kafka_offset,
    row_index,
    kafka_timestamp,
    sequence_number,
    cast(order_mark as {{ rosetta_cdc.mark_type() }}) as order_mark,
    applied_at,
    run_id
from last_versions
