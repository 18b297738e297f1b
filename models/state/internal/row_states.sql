{{ config(
    materialized='incremental',
    incremental_strategy='history',
    unique_key=['row_id'],
    tblproperties={
        'delta.enableDeletionVectors': 'true',
        'delta.dataSkippingStatsColumns': 'row_id,kind,table_id,database_id'
    }
) }}

{% set run = run_of(ref('folded_events')) %}
{% set columns = state_columns() %}
-- depends_on: {{ ref('cdc_events') }}, {{ ref('touched_rows') }}
{# Written last: its bookmark makes the run's rows in the other tables valid. #}
-- depends_on: {{ ref('closed_versions') }}, {{ ref('unapplied_row_events') }}, {{ ref('cdc_history_removed') }}

with

folded as (
    select * from {{ ref('folded_events') }} where run is null
),

-- What a row's events leave behind, whether or not they made a version.
lines as (
    select
        row_id,
        max(place) as last_place,
        max(last_identity) as last_identity,
        collect_list(line) as lines
    from (
        select
            row_id,
            max(place) as place,
            max(last_identity) as last_identity,
            max(line) as line
        from (
            select
                row_id,
                kafka_cluster,
                kafka_topic,
                kafka_partition,
                place,
                case when identity is not null then struct(committed_at, sequence_number) end as last_identity,
                {#- A table's own events are looked up anew by every run. #}
                case when op not in ('truncate', 'drop') then {{ line_of_state() }} end as line
            from folded
            where not is_seed
            union all
            select
                row_id,
                line.cluster as kafka_cluster,
                line.topic as kafka_topic,
                line.partition as kafka_partition,
                seed.last_place as place,
                seed.last_identity,
                line
            from folded
                lateral view explode(seed.lines) lines as line
            where is_seed
        )
        group by row_id, kafka_cluster, kafka_topic, kafka_partition
    )
    group by row_id
),

last_swaps as (
    select
        row_id,
        max_by(if(is_seed, seed.swapped_in, transaction_key), place) as swapped_in
    from folded
    where collides or (is_seed and seed.swapped_in is not null)
    group by row_id
),

versions as (
    select * from folded where is_version and is_current
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
        {%- for name, type in columns.items() %}
        cast({{ {
            'row_id': 'names.row_id', 'kind': "'row'", 'table_id': 'names.table_id', 'database_id': 'names.database_id', 'row_key': 'names.row_key',
            'last_place': 'lines.last_place', 'lines': 'lines.lines', 'last_identity': 'lines.last_identity', 'swapped_in': 'last_swaps.swapped_in',
            'scope_id': 'null', 'known_time': 'null', 'order_time': 'null', 'identity': 'null', 'transaction_key': 'null', 'bookmark': 'null'
        }.get(name, 'versions.' ~ name) }} as {{ type }}) as {{ name }}{{ ',' if not loop.last }}
        {%- endfor %}
    from names
    inner join lines on names.row_id = lines.row_id
    left join versions on names.row_id = versions.row_id
    left join last_swaps on names.row_id = last_swaps.row_id
)

{%- if run.mode != 'none' %},

{%- if run.tables or run.ever.tables and run.replaced %}

table_events as (
    {%- if run.mode == 'full' or run.replaced %}
    {{ table_entries('(' ~ history_events(ref('cdc_events') ~ ' version as of ' ~ run.to_version) ~ ')') }}
    {%- else %}
    select * from {{ this.incorporate(path={'identifier': 'arrived_statements'}) }}
    {%- endif %}
),
{%- endif %}

bookmark as (
    select {{ new_bookmark(run) }} as bookmark
)
{%- endif %}

select * from row_states
{%- if run.mode != 'none' %}
{%- if run.tables or run.ever.tables and run.replaced %}
union all
select
    {%- for name, type in columns.items() %}
    cast({{ {
        'row_id': "concat('/', event_id, '/', scope_id)", 'kind': "'table_event'", 'order_mark': 'own_mark'
    }.get(name, name if name in [
        'op', 'committed_at', 'event_id', 'kafka_cluster', 'kafka_topic', 'kafka_topic_incarnation', 'kafka_partition', 'kafka_offset', 'row_index',
        'kafka_timestamp', 'sequence_number', 'scope_id', 'known_time', 'order_time', 'identity', 'transaction_key'
    ] else 'null') }} as {{ type }}) as {{ name }}{{ ',' if not loop.last }}
    {%- endfor %}
from table_events
{%- endif %}
union all
select
    {%- for name, type in columns.items() %}
    cast({{ {'row_id': "''", 'kind': "'bookmark'", 'bookmark': 'bookmark'}.get(name, 'null') }} as {{ type }}) as {{ name }}{{ ',' if not loop.last }}
    {%- endfor %}
from bookmark
{%- if run.mode == 'incremental' and (run.anew or run.replaced) %}
union all
select
    {%- for name, type in columns.items() %}
    {{ 'former.row_id' if name == 'row_id' else 'cast(null as ' ~ type ~ ') as ' ~ name }}{{ ',' if not loop.last }}
    {%- endfor %}
from {{ this }} as former
left anti join row_states on former.row_id = row_states.row_id
{%- if run.ever.tables and run.replaced %}
left anti join table_events on former.row_id = concat('/', table_events.event_id, '/', table_events.scope_id)
{%- endif %}
where
    former.row_id in (select row_id from {{ ref('touched_rows') }} where is_anew)
    {%- if run.replaced %}
    or former.kind = 'table_event'
    {%- endif %}
{%- endif %}
{%- endif %}
