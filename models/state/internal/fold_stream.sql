{{ config(materialized='run_view') }}

{% set run = rosetta_cdc.run_of() %}
-- depends_on: {{ ref('cdc_events') }}, {{ ref('history_run') }}, {{ ref('row_entries') }}
-- depends_on: {{ ref('table_statements') }}, {{ ref('rows_to_fold') }}, {{ ref('linked_rows') }}
{% do rosetta_cdc.leave_table() if run.mode == 'none' %}
{% set is_full = run.mode == 'full' %}
{% set refolds = is_full or run.refolded %}
{% set halves = run.ever.halves %}

with

{% if not is_full -%}
rows_to_fold as (
    select * from {{ rosetta_cdc.rows_of_run(run) }}
),

refolded as (
    select
        row_id,
        row_key
    from rows_to_fold
    where reason is not null
),
{%- endif %}

{%- if refolds %}

-- Rows that are refolded take all their events; so do the other halves of their split updates, which may be any events' neighbours.
all_events as (
    {%- if is_full or run.ever.neighbours %}
    {{ rosetta_cdc.history_events(rosetta_cdc.at_version(ref('cdc_events'), run.to_version)) }}
    {%- else %}
    {{ rosetta_cdc.history_events(rosetta_cdc.at_version(ref('cdc_events'), run.to_version), "op in ('update_before', 'update_after')"
        ~ " or row_key in (select row_key from refolded) or previous_row_key in (select row_key from refolded)") }}
    {%- endif %}
),

{%- if halves %}

halves as (
    {{ rosetta_cdc.split_updates('all_events') }}
),
{%- endif %}

refolded_entries as (
    {%- if is_full %}
    {{ rosetta_cdc.row_entries('all_events', 'halves' if halves else none) }}
    {%- else %}
    select all_entries.*
    from (
        {{ rosetta_cdc.row_entries('all_events', 'halves' if halves else none) }}
    ) as all_entries
    left semi join refolded on all_entries.row_id = refolded.row_id
    {%- endif %}
),
{%- endif %}

entries as (
    {%- if is_full %}
    select * from refolded_entries
    {%- else %}
    select entries.*
    from {{ ref('row_entries') }} as entries
    left semi join rows_to_fold on entries.row_id = rows_to_fold.row_id and rows_to_fold.reason is null
    {%- if refolds %}
    union all
    select * from refolded_entries
    {%- endif %}
    {%- endif %}
),

{%- if run.ever.tables %}

-- Rows that are folded from their beginning meet all statements that empty their table, others those of this run. Only its events know the names of a
-- row that a replay made.
rows_of_scopes as (
    select
        row_id,
        table_id,
        database_id,
        row_key,
        is_refolded,
        explode(array(table_id, database_id)) as scope_id
    from (
        {%- if not is_full %}
        select
            row_id,
            table_id,
            database_id,
            row_key,
            false as is_refolded
        from rows_to_fold
        where reason is null
        {%- endif %}
        {{ 'union all' if refolds and not is_full }}
        {%- if refolds %}
        select distinct
            row_id,
            table_id,
            database_id,
            row_key,
            true as is_refolded
        from refolded_entries
        {%- endif %}
    )
),

statements as (
    select
        statements.*,
        runs.run_id is not null as is_of_run
    from {{ ref('table_statements') }} as statements
    left join {{ ref('history_run') }} as runs on statements.run_id = runs.run_id
),

earlier_statements as (
    select *
    from statements
    where not is_of_run
),

closings as (
    select
        rows_of_scopes.row_id,
        rows_of_scopes.table_id,
        rows_of_scopes.database_id,
        rows_of_scopes.row_key,
        statements.* except (run_id, is_of_run)
    from rows_of_scopes
    inner join statements on rows_of_scopes.scope_id = statements.scope_id
    where rows_of_scopes.is_refolded or statements.is_of_run
),
{%- endif %}

{%- if not is_full %}

openings as (
    select *
    from rows_to_fold
    where state is not null
),

-- The marks of the lines in which the row, or a statement that emptied its table, has been met.
carriers as (
    select
        row_id,
        table_id,
        database_id,
        row_key,
        line
    from openings
        lateral view explode(state.lines) lines as line
    {%- if run.ever.tables %}
    union all
    select
        row_id,
        table_id,
        database_id,
        row_key,
        {{ rosetta_cdc.line_of_emptied('line') }} as line
    from (
        select
            rows_of_scopes.*,
            explode(earlier.lines) as line
        from rows_of_scopes
        inner join ({{ rosetta_cdc.emptied_lines('earlier_statements') }}) as earlier on rows_of_scopes.scope_id = earlier.scope_id
        where not rows_of_scopes.is_refolded
    )
    {%- endif %}
),
{%- endif %}

stream as (
    select {{ rosetta_cdc.stream_rows('entry') }}
    from entries
    {%- if run.ever.tables %}
    union all
    select {{ rosetta_cdc.stream_rows('closing') }}
    from closings
    {%- endif %}
    {%- if not is_full %}
    union all
    select {{ rosetta_cdc.stream_rows('opening') }}
    from openings
    union all
    select {{ rosetta_cdc.stream_rows('carrier') }}
    from carriers
    {%- endif %}
)

select * from stream
