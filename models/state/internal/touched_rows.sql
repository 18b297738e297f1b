{{ config(materialized='run_table') }}

{% set events = ref('cdc_events') %}
{% set run = history_run() %}
{% set states = this.incorporate(path={'identifier': 'row_states'}) %}

{%- if run.mode == 'incremental' %}

{% set arrived = arrived_events(events, run) %}
{# What the run's events say of rows, read and parsed once: `folded_events` goes on from it. #}
{% set arrived_entries %}
with

arrived as (
    {{ arrived }}
)
{%- if run.halves %},

halves as (
    {{ split_updates('arrived') }}
)
{%- endif %}

{{ row_entries('arrived', 'halves' if run.halves else none) }}
{% endset %}
{% set entries = stored_for_run('arrived_entries', arrived_entries) %}
{%- if run.tables %}
{% set statements = stored_for_run('arrived_statements', table_entries('(' ~ arrived ~ ')')) %}
{% set is_any_late = any_late_statement(statements, run) %}
{%- endif %}
{%- if run.ever.tables %}
{% set earlier = stored_for_run('earlier_statements', emptied_lines(states)) %}
{%- endif %}

{# The rows that the run concerns. Names are null where only `row_states` knows them. #}
{% set touching %}
with

arrived as (
    {{ arrived }}
),
{%- if run.replaced %}

replaced as (
    {{ history_events(changes_of_events(events, run.from_version, run.to_version), "_change_type <> 'insert'") }}
),
{%- endif %}

-- Rows whose events of earlier runs were replaced by a replay, and those that arrived changes make look different.
disturbed as (
    {{ disturbed_rows(run, events, states) }}
    {%- if run.tables and is_any_late %}
    union all
    select row_id from ({{ displaced_rows(statements, earlier, states) }})
    {%- endif %}
),

{%- if run.tables %}

emptied as (
    {{ emptied_rows(statements, states) }}
),
{%- endif %}

concerned as (
    {%- for relation in [entries] + (['emptied'] if run.tables else []) %}
    select
        row_id,
        table_id,
        database_id,
        row_key,
        false as is_disturbed
    from {{ relation }}
    union all
    {%- endfor %}
    select
        row_id,
        null as table_id,
        null as database_id,
        null as row_key,
        true as is_disturbed
    from disturbed
)

select
    row_id,
    max(table_id) as table_id,
    max(database_id) as database_id,
    max(row_key) as row_key,
    bool_or(is_disturbed) as is_disturbed
from concerned
group by row_id
{% endset %}
{% set concerned = stored_for_run('concerned_rows', touching, most_fields=100) %}

{% set judging = rows_in_order(concerned, entries, statements if run.tables else none, earlier if run.ever.tables else none, states) %}
{% set judged = stored_for_run('judged_rows', judging, most_fields=100) %}
{% do run.update({'anew': run_query('select count(*) from ' ~ judged ~ ' where is_anew').columns[0].values()[0] | int}) if execute and flags.WHICH in ('run', 'build') %}
{%- endif %}
{% do keep_run(run) if execute and flags.WHICH in ('run', 'build') %}
{% do leave_run_table() if run.mode == 'none' %}
{% set linked = run.ever.inherited and run.anew %}

with{{ ' recursive' if linked }}

header as (
    select cast({{ sql_text_literal(tojson(run)) }} as string) as run
)

{%- if linked %},

-- Rows that moved to another key with an image that lacks columns took these from the row that they were before: such rows are folded together.
links as (
    select row_id, inherits_from from {{ states }} where inherits_from is not null
    union all
    select row_id, inherits_from from {{ this.incorporate(path={'identifier': 'closed_versions'}) }} where inherits_from is not null
    union all
    select row_id, origin_row_id as inherits_from from {{ entries }} where origin_row_id is not null and not is_complete
),

reached (ids, has_grown, all_links) as (
    select
        (select collect_set(row_id) from {{ judged }} where is_anew) as ids,
        true as has_grown,
        (select collect_list(struct(row_id, inherits_from)) from links) as all_links
    union all
    select
        grown_ids as ids,
        size(grown_ids) > size(ids) as has_grown,
        all_links
    from (
        select
            *,
            array_union(ids, flatten(transform(
                filter(all_links, l -> array_contains(ids, l.row_id) <> array_contains(ids, l.inherits_from)),
                l -> array(l.row_id, l.inherits_from)
            ))) as grown_ids
        from reached
        where has_grown
    )
),

linked as (
    select explode(ids) as row_id
    from reached
    where not has_grown
)
{%- endif %}

{%- if run.mode == 'incremental' %}

select
    judged.row_id,
    judged.table_id,
    judged.database_id,
    judged.row_key,
    {%- if linked %}
    linked.row_id is not null as is_anew,
    case when linked.row_id is null then judged.state end as state,
    {%- else %}
    judged.is_anew,
    case when not judged.is_anew then judged.state end as state,
    {%- endif %}
    cast(null as string) as run
from {{ judged }} as judged
{%- if linked %}
left join linked on judged.row_id = linked.row_id
union all
select
    states.row_id,
    states.table_id,
    states.database_id,
    states.row_key,
    true as is_anew,
    cast(null as {{ state_type() }}) as state,
    cast(null as string) as run
from {{ states }} as states
left semi join linked on states.row_id = linked.row_id
left anti join {{ judged }} as judged on states.row_id = judged.row_id
{%- endif %}
union all
{%- endif %}
select
    cast(null as string) as row_id,
    cast(null as string) as table_id,
    cast(null as string) as database_id,
    cast(null as string) as row_key,
    cast(null as boolean) as is_anew,
    cast(null as {{ state_type() }}) as state,
    header.run
from header
