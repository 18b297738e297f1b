{{ config(materialized='run_table') }}

{% set events = ref('cdc_events') %}
{% set run = run_of(ref('touched_rows')) %}
{% do keep_run(run) if execute and flags.WHICH in ('run', 'build') %}
{% do leave_run_table() if run.mode == 'none' %}
{% set seeded = run.mode == 'incremental' %}
{% set partial = run.ever.partial if run.anew else run.partial %}
{% set halves = run.ever.halves if run.anew else run.halves %}
{% set inherited = run.ever.inherited if run.anew else run.inherited %}
{% set states = this.incorporate(path={'identifier': 'row_states'}) %}
{% set closes = run.ever.tables and (not seeded or run.tables or run.anew) %}
{% set concerned -%}
    event_kind in ('truncate', 'ddl') or op in ('update_before', 'update_after')
        or row_key in (select row_key from touched where is_anew) or previous_row_key in (select row_key from touched where is_anew)
{%- endset %}

{% set folding %}
with

touched as (
    select * from {{ ref('touched_rows') }} where run is null
),

{%- if not seeded or run.anew or run.replaced %}

-- Rows that are folded anew take all their events; so do the other halves of their split updates, which may be any events' neighbours.
all_events as (
    {{ history_events(events ~ ' version as of ' ~ run.to_version, concerned if seeded and not run.ever.neighbours else 'true') }}
),
{%- endif %}

{%- if halves and (not seeded or run.anew) %}

halves as (
    {{ split_updates('all_events') }}
),
{%- endif %}

entries as (
    {%- if seeded %}
    select entry.*
    from {{ this.incorporate(path={'identifier': 'arrived_entries'}) }} as entry
    left semi join touched on entry.row_id = touched.row_id and not touched.is_anew
    {%- if run.anew %}
    union all
    select *
    from (
        {{ row_entries('all_events', 'halves' if halves else none) }}
    ) as entry
    left semi join touched on entry.row_id = touched.row_id and touched.is_anew
    {%- endif %}
    {%- else %}
    {{ row_entries('all_events', 'halves' if halves else none) }}
    {%- endif %}
),

{%- if run.ever.tables %}

rows_concerned as (
    select
        *,
        explode(array(table_id, database_id)) as scope_id
    from (
        {%- if not seeded or run.anew %}
        {#- Only its events know the names of a row that a replay made. #}
        select distinct
            entries.row_id,
            entries.table_id,
            entries.database_id,
            entries.row_key,
            true as is_anew
        from entries
        {{ 'left semi join touched on entries.row_id = touched.row_id and touched.is_anew' if seeded }}
        {{ 'union all' if seeded }}
        {%- endif %}
        {%- if seeded %}
        select
            row_id,
            table_id,
            database_id,
            row_key,
            is_anew
        from touched
        where not is_anew
        {%- endif %}
    )
),

{%- if closes %}

-- Rows that are folded anew meet all statements that empty their table, others those that arrived.
emptied as (
    {%- if seeded and run.tables %}
    select
        *,
        {{ 'false' if run.replaced else 'explode(array(true, false))' }} as for_anew
    from {{ this.incorporate(path={'identifier': 'arrived_statements'}) }}
    {{ 'union all' if run.anew }}
    {%- endif %}
    {%- if not seeded or run.anew and run.replaced %}
    select
        *,
        true as for_anew
    from (
        {{ table_entries('all_events') }}
    )
    {%- elif run.anew %}
    select
        {{ table_entry_columns() }},
        true as for_anew
    from {{ states }}
    where kind = 'table_event'
    {%- endif %}
),
{%- endif %}

{%- if seeded %}

emptied_lines as (
    select * from {{ this.incorporate(path={'identifier': 'earlier_statements'}) }}
),
{%- endif %}
{%- endif %}

stream as (
    select
        {{ fold_columns().keys() | join(', ') }}
        {%- if seeded %},
        cast(null as {{ state_type() }}) as seed{% endif %}
    from entries
    {%- if closes %}
    union all
    select
        {{ fold_input(stream_entries('closing')) }}
        {%- if seeded %},
        cast(null as {{ state_type() }}) as seed{% endif %}
    from rows_concerned
    inner join emptied on rows_concerned.scope_id = emptied.scope_id and rows_concerned.is_anew = emptied.for_anew
    {%- endif %}
    {%- if seeded and run.ever.tables %}
    union all
    select
        {{ fold_input(stream_entries('carrier')) }},
        cast(null as {{ state_type() }}) as seed
    from (
        select
            rows_concerned.*,
            explode(emptied_lines.lines) as line
        from rows_concerned
        inner join emptied_lines on rows_concerned.scope_id = emptied_lines.scope_id
        where not rows_concerned.is_anew
    )
    {%- endif %}
    {%- if seeded %}
    union all
    select
        {{ fold_input(stream_entries('seed')) }},
        state as seed
    from touched
    where state is not null
    union all
    select
        {{ fold_input(stream_entries('carrier')) }},
        cast(null as {{ state_type() }}) as seed
    from touched
        lateral view explode(state.lines) lines as line
    {%- endif %}
),

folded as (
    {{ folded_rows('stream', seeded, partial, run.events) }}
)

select * from folded
{% endset %}

with

header as (
    select run from {{ ref('touched_rows') }} where run is not null
)

{%- if run.mode != 'none' %},

folded as (
    {{ linked_images(stored_for_run('unlinked_events', folding)) if inherited else folding }}
),

finished as (
    {{ finished_versions('folded', seeded, run) }}
)

select
    *,
    cast(null as string) as run
from finished
union all
{%- else %}

{% endif %}
select
    {% for name, type in folded_columns().items() -%}
        cast(null as {{ type }}) as {{ name }},
    {% endfor -%}
    header.run
from header
