{{ config(materialized='run_table') }}

{% set run = rosetta_cdc.run_of() %}
{% do rosetta_cdc.count_rows_to_fold(run) if run.mode == 'incremental' %}
{% do rosetta_cdc.leave_table() if run.mode != 'incremental' or not run.refolded or not run.ever.inherited %}
{% set states = this.incorporate(path={'identifier': 'row_states'}) %}

with recursive

entries as (
    select * from {{ ref('row_entries') }}
),

refolded as (
    select row_id
    from {{ ref('rows_to_fold') }}
    where reason is not null
),

-- Rows that moved to another key with an image that lacks columns took these from the row that they were before: such rows are folded together.
links as (
    select
        row_id,
        inherits_from
    from {{ states }}
    where inherits_from is not null
    union all
    select
        row_id,
        inherits_from
    from {{ this.incorporate(path={'identifier': 'closed_versions'}) }}
    where inherits_from is not null
    union all
    select
        row_id,
        origin_row_id as inherits_from
    from entries
    where origin_row_id is not null and not is_complete
),

reached (ids, has_grown, all_links) as (
    select
        (select collect_set(row_id) from refolded) as ids,
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
    ) as grown
),

linked as (
    select explode(ids) as row_id
    from reached
    where not has_grown
),

-- Rows with a state, and rows that are there since this run.
named as (
    select
        row_id,
        table_id,
        database_id,
        row_key
    from {{ states }}
    union
    select
        row_id,
        table_id,
        database_id,
        row_key
    from entries
)

select
    named.row_id,
    any_value(named.table_id) as table_id,
    any_value(named.database_id) as database_id,
    any_value(named.row_key) as row_key
from named
left semi join linked on named.row_id = linked.row_id
left anti join refolded on named.row_id = refolded.row_id
group by named.row_id
