{#-
    Completes the rows that a staging model has mapped: gives them the columns that its format does not have, says which of them are dead letters or
    tombstones and takes from a dead letter what must not be trusted.

    relation: CTE with the columns that `parse_messages` adds to its relation, the mapped ones of `staged_columns` (save key_may_be_null, error_code,
    error_detail) and problem (what keeps the row from being read, see `first_problem`). A mapped column that it lacks is null (row_index 0,
    rows_in_record 1); event_kind and op it has. A column that is none of these, or has another type, stops the run with its name.
    null_keys: may a declared key hold NULL (false where a unique key may stand in for the primary key).

    Error codes in order: what keeps the message from being read, wrong_type, the row's own error, missing_image, duplicate_column.
    A dead letter keeps its identity, operation and times, its names if it was read as its format, never an image.
-#}
{% macro staged_rows(relation, null_keys=true) -%}
    {{ return(adapter.dispatch('staged_rows', 'rosetta_cdc')(relation, null_keys)) }}
{%- endmacro %}

{#- What `staged_rows` does where no project overrides it. -#}
{% macro default__staged_rows(relation, null_keys=true) -%}
    {%- set given = rosetta_cdc.record_columns() + ['source_format', 'format_basis', 'key_may_be_null', 'error_code', 'error_detail'] -%}
    {%- set required = ['event_kind', 'op'] -%}
    {%- set mapped = rosetta_cdc.staged_columns().keys() | reject('in', given) | list -%}
    {%- set defaults = {
        'row_index': '0',
        'rows_in_record': '1',
        'committed_at_basis': "'none'"
    } -%}
    {%- set computed = {
        'key_may_be_null': null_keys | string | lower,
        'event_kind': "case when error_code is not null then 'dead_letter' when is_tombstone then 'tombstone' else event_kind end",
        'committed_at_basis': "case when committed_at is null then 'none' else committed_at_basis end",
        'op': 'case when is_read then op end',
        'source_metadata': 'case when is_read then source_metadata end',
        'before_complete': 'case when error_code is null and before is not null then before_complete end',
        'after_complete': 'case when error_code is null and after is not null then after_complete end',
        'error_detail': 'case when error_code is not null then ' ~ rosetta_cdc.error_detail() ~ ' end'
    } -%}
    {%- for name in rosetta_cdc.record_columns() -%}
        {%- do computed.update({name: 'record.' ~ name}) -%}
    {%- endfor -%}
    {%- for name in ['database_name', 'schema_name', 'table_name'] -%}
        {%- do computed.update({name: 'case when is_read or is_tombstone then ' ~ name ~ ' end'}) -%}
    {%- endfor -%}
    {%- for name in ['before', 'after', 'column_types', 'ddl_text', 'declared_key', 'previous_key_values', 'other_key_values', 'bare_key'] -%}
        {%- do computed.update({name: 'case when error_code is null then ' ~ name ~ ' end'}) -%}
    {%- endfor -%}
    {#- The Kafka key of a tombstone is that of its row, whichever key a change's is. -#}
    {%- do computed.update({'key_values': 'case when error_code is null then if(is_tombstone, coalesce(key_values, previous_key_values), key_values) end'}) -%}
    {#- A name in a select list is the relation's column, else one of the list itself: so a mapped column that the relation lacks is null. #}
    select
        {%- for name in mapped if name not in required %}
        {{ defaults.get(name, 'null') }} as {{ name }},
        {%- endfor %}
        {%- for name in mapped %}
        cast({{ name }} as {{ rosetta_cdc.staged_columns()[name] }}) as given_{{ name }},
        {%- endfor %}
        record, source_format, format_basis, is_tombstone, is_malformed, message_error, problem,
        {#- Of a part of a date that is none Spark tells already when the view is made. No semicolon in the text: dbt cuts that of a unit test there. #}
        date_part(regexp_replace(
            concat('year', {{ rosetta_cdc.unknown_columns(relation) }}), '^year,',
            '{{ model.name }}: no column that staged_rows takes, or not of its type (the page of any staging model describes them, except leaves one out): '
        ), date'1970-01-01') as checked_columns
    from {{ relation }}

    |> select
        {%- for name in mapped %}
        given_{{ name }} as {{ name }},
        {%- endfor %}
        record, source_format, format_basis, is_tombstone, is_malformed, message_error, problem

    |> extend
        message_error is null and not is_malformed and not is_tombstone and coalesce(problem.code <> 'format_mismatch', true) as is_read,
        case
            when is_tombstone then null
            when message_error is not null then message_error
            when is_malformed then 'wrong_type'
            when problem is not null then problem.code
            {#- A row without columns would replace one that has some. #}
            when event_kind = 'row_change' and if(
                op in ('delete', 'update_before'), before is null, after is null or op in ('insert', 'snapshot', 'upsert') and size(after) = 0
            ) then 'missing_image'
            {#- A map with the names of one that was looked at is no different. #}
            {%- for name, seen in {'after': none, 'before': 'after', 'column_types': 'coalesce(after, before)'}.items() %}
            when {{ 'not map_keys(' ~ name ~ ') <=> map_keys(' ~ seen ~ ') and ' if seen }}{{ rosetta_cdc.has_duplicate_keys(name) }} then 'duplicate_column'
            {%- endfor %}
        end as error_code

    |> select
        {%- for name in rosetta_cdc.staged_columns() %}
        {{ computed[name] ~ (' as ' ~ name if computed[name] != 'record.' ~ name) if name in computed else name }}{{ ',' if not loop.last }}
        {%- endfor %}
{%- endmacro %}
