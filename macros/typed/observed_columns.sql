{#-
    What is known of the columns of tables from their rows, also deleted ones: list of dicts, a column each, in the order of table and first place in an image.

    condition: SQL condition on table_id that chooses tables; a target of the registry stands in the place of its shards. Fields: table_id, is_target, source (the column), encodings (sorted), value_count (how many values there are that are no
    NULL), of these numbers (without zeros in front), other_numbers (of these, others than 0 and 1), booleans (true and false by name, which are no numbers), dates (a day, with or without a time, but no zone), times_of_day (of these, with a time other than midnight),
    zoneless_times, zoned_times, precise_times (with more digits than microseconds, also as a number of nanoseconds), base64_values; whole_digits: the most digits before the point; fraction_digits: the most behind it, with zeros at the end where they are sent
    (prices of 1.10 and 2.00 have two); integer_width: the least of the types tinyint (0), smallint, int and bigint (3) that holds all numbers, 4 where none does.
-#}
{% macro observed_columns(condition) %}
    {%- set query -%}
    with

    targets as (
        {{ rosetta_cdc.target_rules() }}
    ),

    versions as (
        select
            coalesce(targets.target_id, history.table_id) as table_id,
            targets.target_id is not null as is_target,
            history.row_image,
            history.column_encodings
        from {{ ref('cdc_row_history') }} as history
        left join targets on {{ rosetta_cdc.is_shard('history.table_id', 'targets') }}
        where history.is_current
    ),

    images as (
        select
            table_id,
            is_target,
            position,
            source,
            {{ rosetta_cdc.decoded_value('value', 'column_encodings[source]') }} as value,
            column_encodings[source] as encoding
        from versions
            lateral view posexplode(map_entries(row_image)) entries as position, entry
            lateral view inline(array(entry)) parts as source, value
        where {{ condition }}
    ),

    numerals as (
        select
            *,
            {{ rosetta_cdc.number_text('value', 'encoding') }} as numeral
        from images
    ),

    described as (
        select
            *,
            {{ rosetta_cdc.canonical_numeral('numeral') }} as number,
            value rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}([T :][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]+)?)?)?$' as is_date,
            value rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)? ?(Z|[+-][0-9]{2}:?[0-9]{2}|[A-Z][A-Za-z_+-]+(/[A-Za-z0-9_+-]+)*)$' as is_zoned
        from numerals
    )

    select
        table_id,
        is_target,
        source,
        to_json(array_sort(collect_set(encoding))) as encodings,
        count(value) as value_count,
        count_if(number is not null and not value rlike '^[+-]?0[0-9]|^(?i:true|false)$') as numbers,
        count_if(number not in ('0', '1') and not lower(value) in ('true', 'false')) as other_numbers,
        count_if(lower(value) in ('true', 'false')) as booleans,
        count_if(is_date) as dates,
        count_if(is_date and not value rlike '([T :]00:00(:00([.]0+)?)?|^.{10})$') as times_of_day,
        count_if(is_date and length(value) > 10) as zoneless_times,
        count_if(is_zoned) as zoned_times,
        count_if({{ rosetta_cdc.is_too_precise('value', 'encoding') }}) as precise_times,
        count_if(value rlike '^([A-Za-z0-9+/_-]{4})*([A-Za-z0-9+/_-]{2}==|[A-Za-z0-9+/_-]{3}=)?$') as base64_values,
        max(length(ltrim('-', substring_index(number, '.', 1)))) as whole_digits,
        max(greatest(length(regexp_extract(numeral, r'\.([0-9]*)', 1)) - coalesce(try_cast(regexp_extract(numeral, '[eE]([+-]?[0-9]+)$', 1) as int), 0), 0)) as fraction_digits,
        max(case
            when number is null or try_cast(number as tinyint) is not null then 0
            when try_cast(number as smallint) is not null then 1
            when try_cast(number as int) is not null then 2
            when try_cast(number as bigint) is not null then 3
            else 4
        end) as integer_width
    from described
    group by table_id, is_target, source
    order by table_id, min(position), source
    {%- endset -%}
    {%- set columns = [] -%}
    {%- for row in run_query(query).rows -%}
        {%- set column = row.dict() -%}
        {%- do column.update({'encodings': fromjson(column.encodings)}) -%}
        {%- do columns.append(column) -%}
    {%- endfor -%}
    {{ return(columns) }}
{% endmacro %}
