with

observed as (
    select * from {{ ref('observed_schemas') }}
),

statements as (
    select
        table_id,
        source_format,
        first_place.seen_at,
        first_place.event_id,
        ddl_text
    from observed
    where basis = 'ddl'
),

schemas as (
    select
        *,
        lead(first_place) over (partition by table_id, source_format order by first_place) is null as is_last_new,
        max(last_place) over (partition by table_id, source_format) = last_place as is_last_seen,
        max(last_place) over (
            partition by table_id, source_format order by last_place rows between unbounded preceding and 1 preceding
        ) as last_other_place
    from observed
    where basis <> 'ddl'
),

-- A version begins where a table has columns that it has not had before; the last one may have come back after others.
begun as (
    select
        *,
        first_place as place,
        first_place.seen_at as valid_from,
        false as has_come_back
    from schemas
    union all
    select
        *,
        last_place as place,
        last_other_place.seen_at as valid_from,
        true as has_come_back
    from schemas
    where is_last_seen and not is_last_new
),

numbered as (
    select
        *,
        row_number() over in_order as version_number,
        lag(columns) over in_order as former_columns,
        lag(key_columns) over in_order as former_key_columns,
        lag(valid_from) over in_order as former_valid_from,
        lead(valid_from) over in_order as valid_to
    from begun
    window in_order as (partition by table_id, source_format order by has_come_back, place)
),

with_statements as (
    select
        numbered.table_id,
        numbered.source_format,
        numbered.version_number,
        array_sort(collect_list(struct(statements.seen_at, statements.event_id, statements.ddl_text))) as ddl_events
    from numbered
    inner join statements
        on
            numbered.table_id = statements.table_id
            and numbered.source_format = statements.source_format
            and (numbered.valid_to > statements.seen_at or numbered.valid_to is null)
            and (numbered.former_valid_from < statements.seen_at or numbered.former_valid_from is null)
    group by numbered.table_id, numbered.source_format, numbered.version_number
)

select
    numbered.table_id,
    numbered.source_name,
    numbered.source_format,
    numbered.database_name,
    numbered.schema_name,
    numbered.table_name,
    cast(numbered.version_number as int) as version_number,
    numbered.basis,
    numbered.columns,
    numbered.key_columns,
    numbered.former_columns,
    numbered.former_key_columns,
    numbered.valid_from,
    numbered.valid_to,
    numbered.valid_to is null as is_current,
    numbered.event_count,
    numbered.place.event_id,
    with_statements.ddl_events
from numbered
left join with_statements
    on
        numbered.table_id = with_statements.table_id
        and numbered.source_format = with_statements.source_format
        and numbered.version_number = with_statements.version_number
