with

versions as (
    select * from {{ ref('cdc_schema_versions') }}
),

typed_columns as (
    select * from {{ ref('typed_model_columns') }}
),

models as (
    select * from {{ ref('typed_model_tables') }}
),

changed as (
    select
        *,
        map_from_entries(transform(columns, c -> struct(c.name, coalesce(c.type, '')))) as types,
        map_from_entries(transform(former_columns, c -> struct(c.name, coalesce(c.type, '')))) as former_types
    from versions
    where version_number > 1
),

columns_of_changed as (
    select
        *,
        explode(array_union(map_keys(types), map_keys(former_types))) as column_name
    from changed
),

column_changes as (
    select
        *,
        try_element_at(types, column_name) as type,
        try_element_at(former_types, column_name) as former_type
    from columns_of_changed
),

-- Columns that the tables have now, in any of their formats.
current_columns as (
    select distinct
        table_id,
        explode(columns.name) as source_column
    from versions
    where is_current
),

first_columns as (
    select distinct
        table_id,
        explode(columns.name) as source_column
    from versions
    where version_number = 1
),

newest as (
    select
        table_id,
        max(struct(valid_from, version_number, source_name, source_format, event_id, ddl_events)) as version
    from versions
    where is_current
    group by table_id
),

model_columns as (
    select
        models.model_name,
        models.table_id,
        typed_columns.source_column,
        typed_columns.column_name
    from models
    inner join typed_columns on models.model_name = typed_columns.model_name
),

known_models as (
    select models.model_name
    from models
    left semi join versions on models.table_id = versions.table_id
),

-- A name that is misspelt, where the source has other tables; of a source that has none yet nobody can tell.
unknown_tables as (
    select
        typed_columns.table_id,
        typed_columns.model_name,
        max_by(newest.version, newest.version.valid_from) as version
    from typed_columns
    inner join newest on startswith(newest.table_id, typed_columns.source_prefix)
    left anti join known_models on typed_columns.model_name = known_models.model_name
    group by typed_columns.table_id, typed_columns.model_name
),

columns_of_models as (
    select
        models.model_name,
        current_columns.source_column
    from models
    inner join current_columns on models.table_id = current_columns.table_id
),

model_changes as (
    -- A column that the table had from the beginning was left out by whoever wrote the model.
    select
        'column_not_in_model' as kind,
        models.table_id,
        models.model_name,
        current_columns.source_column as column_name
    from current_columns
    inner join models on current_columns.table_id = models.table_id
    left anti join first_columns
        on current_columns.table_id = first_columns.table_id and current_columns.source_column = first_columns.source_column
    left anti join model_columns as listed on models.model_name = listed.model_name and current_columns.source_column = listed.source_column
    union all
    -- Of shards one alone may lack a column.
    select
        'column_gone_from_source' as kind,
        min(model_columns.table_id) as table_id,
        model_columns.model_name,
        model_columns.source_column as column_name
    from model_columns
    left semi join newest on model_columns.table_id = newest.table_id
    left anti join columns_of_models
        on model_columns.model_name = columns_of_models.model_name and model_columns.source_column = columns_of_models.source_column
    where model_columns.column_name is not null
    group by model_columns.model_name, model_columns.source_column
),

drift as (
    select
        table_id,
        source_name,
        source_format,
        version_number,
        case
            when former_type is null then 'column_added'
            when type is null then 'column_gone'
            else 'column_retyped'
        end as kind,
        column_name,
        nullif(former_type, '') as former_type,
        nullif(type, '') as type,
        null as model_name,
        valid_from,
        is_current,
        event_id,
        ddl_events
    from column_changes
    where former_type is distinct from type
    union all
    select
        table_id,
        source_name,
        source_format,
        version_number,
        'key_columns_changed' as kind,
        null as column_name,
        array_join(former_key_columns, ', ') as former_type,
        array_join(key_columns, ', ') as type,
        null as model_name,
        valid_from,
        is_current,
        event_id,
        ddl_events
    from changed
    where key_columns <> former_key_columns
    union all
    select
        model_changes.table_id,
        newest.version.source_name,
        newest.version.source_format,
        newest.version.version_number,
        model_changes.kind,
        model_changes.column_name,
        null as former_type,
        null as type,
        model_changes.model_name,
        newest.version.valid_from,
        true as is_current,
        newest.version.event_id,
        newest.version.ddl_events
    from model_changes
    inner join newest on model_changes.table_id = newest.table_id
    union all
    select
        table_id,
        version.source_name,
        null as source_format,
        null as version_number,
        'table_not_in_source' as kind,
        null as column_name,
        null as former_type,
        null as type,
        model_name,
        null as valid_from,
        true as is_current,
        null as event_id,
        null as ddl_events
    from unknown_tables
),

-- The statements that name the column; where the key is all that changed, all.
with_statements as (
    select
        *,
        filter(ddl_events, e -> column_name is null or contains(lower(e.ddl_text), lower(column_name))) as statements
    from drift
)

select
    table_id,
    source_name,
    source_format,
    version_number,
    kind,
    column_name,
    former_type,
    type,
    model_name,
    valid_from,
    is_current,
    event_id,
    -- The last one before the version. Where rows came before the statement, as they may in another partition, the first one after.
    coalesce(
        try_element_at(filter(statements, e -> e.seen_at <= valid_from), -1), try_element_at(filter(statements, e -> e.seen_at > valid_from), 1)
    ).ddl_text as ddl_text
from with_statements
