{{ config(
    materialized='history_table',
    unique_key=['row_id'],
    tblproperties={
        'delta.autoOptimize.autoCompact': 'true',
        'delta.dataSkippingNumIndexedCols': '0'
    }
) }}

{# No statistics: the rows of every table lie in all files. #}
{% set run = rosetta_cdc.run_of() %}
-- depends_on: {{ ref('rows_to_fold') }}, {{ ref('linked_rows') }}, {{ ref('folded_events') }}, {{ ref('linked_versions') }}
-- depends_on: {{ ref('cdc_history_removed') }}
{# Few events may concern many states. #}
{% set is_small_run = rosetta_cdc.few_events(run) and (run.mode == 'full' or rosetta_cdc.states_are_few()) %}
{% do rosetta_cdc.interpret_small(run.events, copied=this if run.mode == 'incremental' else none) if is_small_run %}
{# Few rows in one task: nothing is exchanged. #}
{% set in_one_task = '/*+ coalesce(1) */ ' if is_small_run %}
{% set written_rows %}
select row_id from {{ rosetta_cdc.folded_versions(run) }}
{%- if run.refolded %}
union all
select row_id from {{ rosetta_cdc.rows_of_run(run) }} where reason is not null
{%- endif %}
{% endset %}
{% set how = 'overwrite' if run.mode == 'full' else 'merge' if run.mode == 'incremental' else 'leave' %}
{% do rosetta_cdc.write_history(how, rosetta_cdc.state_columns().keys() | list, written_rows) %}

with

folded as (
    select {{ in_one_task }}* from {{ rosetta_cdc.folded_versions(run) }}
),

{% if run.mode == 'incremental' -%}
rows_to_fold as (
    select {{ in_one_task }}* from {{ rosetta_cdc.rows_of_run(run) }}
),
{%- endif %}

-- What a row's events leave behind, whether or not they made a version.
line_ends as (
    select
        row_id,
        place,
        case when identity is not null then struct(committed_at, sequence_number) end as last_identity,
        {#- A table's own events are looked up by every run. #}
        case when op not in ('truncate', 'drop') then {{ rosetta_cdc.line_of_state() }} end as line,
        case when arrives then struct(place, transaction_key) end as last_arrival
    from folded
    where not is_opening
    {%- if run.mode == 'incremental' %}
    union all
    select
        row_id,
        state.last_place as place,
        state.last_identity,
        line,
        case when state.arrived_in is not null then struct(state.last_place as place, state.arrived_in as transaction_key) end as last_arrival
    from rows_to_fold
        lateral view outer explode(state.lines) lines as line
    where state is not null
    {%- endif %}
),

last_of_line as (
    select
        row_id,
        max(place) as place,
        max(last_identity) as last_identity,
        max(last_arrival) as last_arrival,
        {{ rosetta_cdc.last_line() }} as line
    from line_ends
    group by row_id, line.cluster, line.topic, line.partition
),

lines as (
    select
        row_id,
        max(place) as last_place,
        max(last_identity) as last_identity,
        max(last_arrival).transaction_key as arrived_in,
        collect_list(line) as lines
    from last_of_line
    group by row_id
),

versions as (
    select *
    from folded
    where is_version and is_current
),

names as (
    select
        row_id,
        any_value(table_id) as table_id,
        any_value(database_id) as database_id,
        any_value(row_key) as row_key
    from folded
    group by row_id
),

row_states as (
    select
        names.row_id,
        names.table_id,
        names.database_id,
        versions.is_deleted,
        versions.equal_rows,
        lines.last_place,
        versions.version_number,
        versions.op,
        names.row_key,
        versions.key_basis,
        versions.image_complete,
        versions.row_hash,
        versions.is_current,
        versions.valid_from,
        versions.valid_to,
        versions.committed_at,
        versions.event_id,
        versions.kafka_cluster,
        versions.kafka_topic,
        versions.kafka_topic_incarnation,
        versions.kafka_partition,
        versions.kafka_offset,
        versions.row_index,
        versions.kafka_timestamp,
        versions.sequence_number,
        versions.order_mark,
        coalesce(versions.applied_at, if(versions.row_id is not null, timestamp_micros({{ run.applied_micros }}), null)) as applied_at,
        coalesce(versions.run_id, if(versions.row_id is not null, '{{ run.run_id }}', null)) as run_id,
        versions.primary_key,
        versions.row_image,
        versions.column_encodings,
        versions.changed_columns,
        lines.lines,
        lines.last_identity,
        versions.known_until,
        versions.time_is_known,
        versions.time_may_move,
        lines.arrived_in,
        versions.sent_image,
        versions.inherits_from,
        versions.contradiction
    from names
    inner join lines on names.row_id = lines.row_id
    left join versions on names.row_id = versions.row_id
)

{%- if run.refolded %},

-- Rows that were refolded and have no event any more.
gone as (
    select refolded.row_id
    from rows_to_fold as refolded
    left anti join row_states on refolded.row_id = row_states.row_id
    where refolded.reason is not null
)
{%- endif %}

select * from row_states
{%- if run.refolded %}
union all
select {{ rosetta_cdc.only_key(rosetta_cdc.state_columns(), ['row_id']) }}
from gone
{%- endif %}
