{#-
    The SQL of a model that holds a table of a source with real columns: a row for each source row that exists or, with history, for each version of one.

    {{ cdc_table('shop', 'shop.orders', {'id': 'bigint', 'total': 'decimal(12,2)', 'placed at': {'type': 'timestamp', 'name': 'placed_at'}}) }}

    source: source_name. table: what follows it in `table_id`, `database.table` or `database.schema.table`. columns: dict of the source's columns, see `typed_columns`.
    history: whether it holds all versions. time_zone: zone of the source's clock; by default the registry's (see `source_time_zone`).
    shards: whether the table is a target of the registry (column target_table): it then holds the rows of all tables that the registry sends to it. A row stays that of its own table,
    which the column table_id names: equal keys of two shards are two rows, and what happens to one shard concerns its rows alone.
    Beside the columns: row_id, event_id, image_complete, equal_rows, valid_from, applied_at and cast_errors, with history version_number, op, valid_to, is_current and is_deleted, too.
    cast_errors has an element for each column that is null although the source has a value (see `cast_error`).
    The model is incremental: it follows the history by applied_at and cdc_history_removed, and is made anew when the history was, or when the model or the source's zone changed.
    Raises a compiler error for a column or zone that cannot be, for columns that are no dict, and without a source or table.
-#}
{% macro cdc_table(source, table, columns, history=false, time_zone=none, shards=false) -%}
    {{ return(adapter.dispatch('cdc_table', 'rosetta_cdc')(source, table, columns, history, time_zone, shards)) }}
{%- endmacro %}

{#- What `cdc_table` does where no project overrides it. -#}
{% macro default__cdc_table(source, table, columns, history=false, time_zone=none, shards=false) %}
    {%- if not source or not table -%}{{ exceptions.raise_compiler_error("cdc_table: needs a source and a table, such as 'shop', 'shop.orders'") }}{%- endif -%}
    {%- if history is not boolean -%}{{ exceptions.raise_compiler_error("cdc_table: history is '" ~ history ~ "'; it must be true or false") }}{%- endif -%}
    {%- if shards is not boolean -%}{{ exceptions.raise_compiler_error("cdc_table: shards is '" ~ shards ~ "'; it must be true or false") }}{%- endif -%}
    {%- set technical = rosetta_cdc.technical_columns(history, shards) -%}
    {%- set typed = rosetta_cdc.typed_columns(columns, technical) -%}
    {%- set table_id = rosetta_cdc.table_id_of(source, table) -%}
    {%- set left_out = [] -%}
    {%- for name, type in columns.items() if type is none -%}{% do left_out.append(name) %}{%- endfor -%}
    {%- set held = {
        'source': source, 'table_id': table_id, 'history': history, 'time_zone': time_zone, 'columns': typed, 'left_out': left_out, 'shards': shards
    } -%}
    {{- config(
        materialized='cdc_incremental',
        incremental_strategy='cdc_table',
        file_format='delta',
        unique_key=['row_id', 'version_number'] if history else ['row_id'],
        on_schema_change='append_new_columns',
        meta={'cdc_table': held},
        post_hook=['{{ rosetta_cdc.store_cast_errors(this) }}', '{{ rosetta_cdc.store_definition() }}']
    ) -}}
    {%- set zone = rosetta_cdc.source_time_zone(source, time_zone) -%}
    {%- set rows = ref('cdc_row_history') if history else ref('cdc_current_rows') -%}
    {#- What the run and its post-hook read beside: named when dbt reads the project, so that a unit test need not give them. #}
    {%- if not execute -%}
        {%- for name in rosetta_cdc._read_beside() if name != rosetta_cdc.variable('cdc_registry_seed') -%}{% do ref(name) %}{%- endfor -%}
    {%- endif -%}
    {%- set run = rosetta_cdc.table_run() -%}
    {%- if run.mode == 'none' -%}
        {%- do rosetta_cdc.leave_table() -%}
        {{ return('select 1 as unchanged') }}
    {%- endif -%}
    {%- set stored = dict(technical) -%}
    {%- for column in typed -%}{%- do stored.update({column.name: column.stored}) -%}{%- endfor -%}
    {%- do rosetta_cdc.append_columns(stored) -%}
    {%- do rosetta_cdc.interpret_small(run.versions, copied=this) if run.versions is not none and rosetta_cdc.is_small(this) -%}
    {%- if run.mode == 'full' and rosetta_cdc.reads_tables(['run', 'build']) -%}
        {%- set any_row = 'select 1 from ' ~ ref('cdc_row_history') ~ ' where ' ~ rosetta_cdc.is_of_model(held) ~ ' limit 1' -%}
        {%- if not run_query(any_row).rows -%}{% do log(model.name ~ ': the row history has no rows of ' ~ table_id ~ ' yet', info=true) %}{%- endif -%}
    {%- endif -%}
    {%- set types = typed | map(attribute='type') | unique | list -%}
    {#- Where each column stands among those of its type: `[0]`, `[1]` and so on. #}
    {%- set places = {} -%}
    {%- for type in types -%}
        {%- for column in typed if column.type == type -%}{% do places.update({column.name: type ~ '`[' ~ loop.index0 ~ ']'}) %}{%- endfor -%}
    {%- endfor %}
    {#- Types with one condition share it. #}
    {%- set errors = {} -%}
    {%- for type in types -%}
        {%- do errors.setdefault(rosetta_cdc.cast_error('item.value', 'item.encoding', type, zone), []).append(loop.index0) -%}
    {%- endfor %}

with

source_rows as (
    {%- if run.only %}
    {{ rosetta_cdc.rows_of_newest_run(run.only, held) }}
    {%- else %}
    select *
    from {{ rows }}
    where
        {{ rosetta_cdc.is_of_model(held) }}
        {%- if run.mode == 'incremental' %}
        and applied_at > timestamp_micros({{ run.after_micros }})
        {%- endif %}
        {%- if run.until_micros %}
        and applied_at <= timestamp_micros({{ run.until_micros }})
        {%- endif %}
    {%- endif %}
),

-- The values of all columns of a type stand in one array, so that the statement has the conversion once for each type.
sent as (
    select
        *,
        {%- for type in types %}
        {%- set of_type = typed | selectattr('type', 'equalto', type) | list %}
        array({{ of_type | map(attribute='value') | join(', ') }}) as `sent as {{ type }}`,
        array({{ of_type | map(attribute='encoding') | join(', ') }}) as `encoded as {{ type }}`{{ ',' if not loop.last }}
        {%- endfor %}
    from source_rows
),

typed as (
    select
        *,
        {%- for type in types %}
        zip_with(
            `sent as {{ type }}`, `encoded as {{ type }}`, (value, encoding) -> {{ rosetta_cdc.typed_value('value', 'encoding', type, zone) }}
        ) as `typed as {{ type }}`{{ ',' if not loop.last }}
        {%- endfor %}
    from sent
),

failed as (
    select
        *,
        case when
            {%- for column in typed %}
            {{ 'or ' if not loop.first }}(`sent as {{ places[column.name] }} is not null and `typed as {{ places[column.name] }} is null)
            {%- endfor %}
            then filter(array(
                {%- for column in typed %}
                case when `sent as {{ places[column.name] }} is not null and `typed as {{ places[column.name] }} is null then struct(
                    '{{ column.name }}' as column,
                    {{ types.index(column.type) }} as type,
                    `sent as {{ places[column.name] }} as value,
                    `encoded as {{ places[column.name] }} as encoding
                ) end{{ ',' if not loop.last }}
                {%- endfor %}
            ), item -> item is not null)
        end as failures
    from typed
)

select
    {%- for column in typed %}
    `typed as {{ places[column.name] }} as `{{ column.name }}`,
    {%- endfor %}
    {%- for name in technical if name != 'cast_errors' %}
    {{ name }},
    {%- endfor %}
    transform(failures, item -> struct(
        item.column,
        item.encoding,
        case
            {%- for error, numbers in errors.items() %}
            when item.type in ({{ numbers | join(', ') }}) then {{ error }}
            {%- endfor %}
        end as error
    )) as cast_errors
from failed
{% endmacro %}

{#- What a model of `cdc_table` and its post-hook may read beside the rows that it converts: list of names. -#}
{% macro _read_beside() %}
    {#- Whether its name is one. -#}
    {%- do rosetta_cdc.topic_registry() -%}
    {{ return(['cdc_cast_errors', 'cdc_history_removed', 'cdc_row_history', rosetta_cdc.variable('cdc_registry_seed')]) }}
{% endmacro %}
