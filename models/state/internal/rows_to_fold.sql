{{ config(materialized='run_table') }}

{% set run = rosetta_cdc.run_of() %}
-- depends_on: {{ ref('cdc_events') }}, {{ ref('table_statements') }}
{% set states = this.incorporate(path={'identifier': 'row_states'}) %}
{% set all_events = rosetta_cdc.at_version(ref('cdc_events'), run.to_version) %}
{% if run.mode != 'incremental' %}
{% do rosetta_cdc.leave_table() %}
{% elif rosetta_cdc.states_are_few() %}
{% do rosetta_cdc.interpret_small(run.events) %}
{% else %}
{# Fields in all of a step that Spark may fuse with others: a table with more is read row by row, which takes longer than all else where it is large. #}
{% do rosetta_cdc.run_with_setting('spark.sql.codegen.maxFields', 100) %}
{% endif %}

with

entries as (
    select * from {{ ref('row_entries') }}
),

{%- if run.replaced or run.halves or run.ever.neighbours %}

arrived as (
    {{ rosetta_cdc.arrived_events(ref('cdc_events'), run) }}
),
{%- endif %}

{%- if run.replaced %}

replaced as (
    {{ rosetta_cdc.history_events(rosetta_cdc.changes_of_events(ref('cdc_events'), run.from_version, run.to_version), "_change_type <> 'insert'") }}
),
{%- endif %}

{%- if run.ever.tables %}

statements as (
    select *
    from {{ ref('table_statements') }}
    where run_id = '{{ run.run_id }}'
),

earlier_statements as (
    select *
    from {{ ref('table_statements') }}
    where run_id <> '{{ run.run_id }}'
),

earlier as (
    {{ rosetta_cdc.emptied_lines('earlier_statements') }}
),
{%- endif %}

-- Rows whose earlier events look different since those of this run arrived.
disturbed as (
    select
        cast(null as string) as row_id,
        cast(null as string) as reason
    where false
    {%- if run.replaced %}
    union all
    select
        row_id,
        'replaced_event' as reason
    from ({{ rosetta_cdc.replaced_event('replaced', states, run.ever.tables) }})
    {%- endif %}
    {%- if run.halves %}
    union all
    select
        row_id,
        'late_half' as reason
    from ({{ rosetta_cdc.late_half(rosetta_cdc.at_version(ref('cdc_events'), run.from_version), 'arrived', run) }})
    {%- endif %}
    {%- if run.ever.neighbours %}
    union all
    select
        row_id,
        'late_neighbour' as reason
    from ({{ rosetta_cdc.late_neighbour(all_events, 'arrived') }})
    {%- endif %}
    {%- if run.tables %}
    union all
    select
        row_id,
        'late_statement' as reason
    from ({{ rosetta_cdc.late_statement('statements', 'earlier', states) }})
    {%- endif %}
),

-- What concerns a row: an event of its own, a statement that may act on it, or the news that it is disturbed.
arrivals as (
    select
        row_id,
        table_id,
        database_id,
        row_key,
        {{ rosetta_cdc.line_columns() }},
        {{ rosetta_cdc.position_columns() }},
        committed_at,
        known_time,
        order_time,
        sequence_number,
        identity,
        transaction_key,
        {{ rosetta_cdc.running_mark() }} as own_mark,
        false as is_statement,
        cast(null as string) as reason
    from entries
    {%- if run.tables %}
    union all
    select
        rows_of_scope.row_id,
        rows_of_scope.table_id,
        rows_of_scope.database_id,
        rows_of_scope.row_key,
        {{ rosetta_cdc.line_columns('statements.') }},
        {{ rosetta_cdc.position_columns('statements.') }},
        statements.committed_at,
        statements.known_time,
        statements.order_time,
        statements.sequence_number,
        cast(null as bigint) as identity,
        cast(null as bigint) as transaction_key,
        statements.own_mark,
        true as is_statement,
        cast(null as string) as reason
    from (
        select
            *,
            explode(array(table_id, database_id)) as scope_id
        from (
            select
                row_id,
                table_id,
                database_id,
                row_key
            from entries
            union
            select
                row_id,
                table_id,
                database_id,
                row_key
            from ({{ rosetta_cdc.emptied_rows('statements', states) }})
        )
    ) as rows_of_scope
    inner join statements on rows_of_scope.scope_id = statements.scope_id
    {%- endif %}
    union all
    select
        row_id,
        null as table_id,
        null as database_id,
        null as row_key,
        null as kafka_cluster,
        null as kafka_topic,
        null as kafka_partition,
        null as kafka_topic_incarnation,
        null as kafka_offset,
        null as row_index,
        null as committed_at,
        null as known_time,
        null as order_time,
        null as sequence_number,
        null as identity,
        null as transaction_key,
        null as own_mark,
        false as is_statement,
        reason
    from disturbed
),

-- Of all states those of the run's rows first: an outer join alone would sort all of them.
states as (
    select states.*
    from {{ states }} as states
    left semi join arrivals on states.row_id = arrivals.row_id
),

met as (
    select
        arrivals.*,
        case when states.row_id is not null then struct(states.*) end as state,
        {%- if run.ever.tables %}
        concat(coalesce(of_table.lines, array()), coalesce(of_database.lines, array())) as emptied_lines
        {%- else %}
        cast(array() as array<{{ rosetta_cdc.emptied_line_type() }}>) as emptied_lines
        {%- endif %}
    from arrivals
    left join states on arrivals.row_id = states.row_id
    {%- if run.ever.tables %}
    {#- ST11: what is read of them stands in a branch that sqlfluff leaves out. #}
    left join earlier as of_table on arrivals.table_id = of_table.scope_id -- noqa: ST11
    left join earlier as of_database on arrivals.database_id = of_database.scope_id -- noqa: ST11
    {%- endif %}
),

-- The events that the row, and the statements that emptied its table, have had in the line before.
in_line as (
    select
        *,
        struct({{ rosetta_cdc.line_position() }}) as position,
        get(filter(state.lines, l -> {{ rosetta_cdc.is_in_line('l') }}), 0) as carrier,
        array_max(transform(filter(emptied_lines, l -> {{ rosetta_cdc.is_in_line('l') }}), l -> l.mark)) as emptied_mark
    from met
),

marked as (
    select
        *,
        {{ rosetta_cdc.continued_mark() }} as mark
    from in_line
),

placed as (
    select
        *,
        {{ rosetta_cdc.event_place() }} as place
    from marked
),

judged as (
    select
        *,
        case
            when reason is not null then reason
            {%- if run.ever.tables %}
            when {{ rosetta_cdc.earlier_statement() }} then 'earlier_statement'
            {%- endif %}
            when state is null then null
            when {{ rosetta_cdc.late_place() }} then 'late_place'
            when {{ rosetta_cdc.possible_copy() }} then 'possible_copy'
            when {{ rosetta_cdc.moved_time() }} then 'moved_time'
            when {{ rosetta_cdc.late_swap() }} then 'late_swap'
            {%- if run.ever.tables %}
            when {{ rosetta_cdc.unordered_statement() }} then 'unordered_statement'
            {%- endif %}
        end as refold_reason
    from placed
),

rows_to_fold as (
    select
        row_id,
        any_value(coalesce(table_id, state.table_id), true) as table_id,
        any_value(coalesce(database_id, state.database_id), true) as database_id,
        any_value(coalesce(row_key, state.row_key), true) as row_key,
        min(refold_reason) as reason,
        any_value(state) as state
    from judged
    group by row_id
)

select
    row_id,
    table_id,
    database_id,
    row_key,
    if(reason is null and state is not null, 'state', 'beginning') as starts_from,
    reason,
    if(reason is null, state, null) as state
from rows_to_fold
