{#-
    Gives folded versions what needs their images: changed_columns and row_hash. The last version of earlier runs keeps its own.
    relation: CTE made by `folded_rows`. seeded: see there. run: see `history_run`. Returns the columns of `folded_columns`.
-#}
{% macro finished_versions(relation, seeded, run) -%}
    {%- set versions = 'partition by row_id, is_version order by version_number' -%}
    {%- set computed = {
        'is_seed': "role = 'seed'",
        'primary_key': 'coalesce(primary_key, former.primary_key)',
        'order_mark': 'mark',
        'time_is_known': 'known_time is not null',
        'applied_at': 'timestamp_micros(' ~ run.applied_micros ~ ')',
        'run_id': "'" ~ invocation_id ~ "'",
        'row_hash': "case when is_version then sha2(to_json(map_from_entries(sort_array(map_entries(row_image))), map('ignoreNullFields', 'false')), 256) end"
    } -%}
    {%- if not seeded -%}
        {%- do computed.update({'seed': 'null'}) -%}
    {%- else -%}
        {%- set kept = {'changed_columns': 'changed_columns', 'row_hash': computed.row_hash, 'order_mark': 'mark', 'time_is_known': computed.time_is_known,
            'inherits_from': 'inherits_from', 'contradiction': 'contradiction'} -%}
        {%- for name, expression in kept.items() -%}
            {%- do computed.update({name: "case when role = 'seed' then seed." ~ name ~ ' else ' ~ expression ~ ' end'}) -%}
        {%- endfor -%}
        {#- A version that nothing follows was not written by this run. -#}
        {%- for name in ['applied_at', 'run_id'] -%}
            {%- do computed.update({name: "case when role = 'seed' and is_current then seed." ~ name ~ ' else ' ~ computed[name] ~ ' end'}) -%}
        {%- endfor -%}
    {%- endif -%}
    select
        *,
        case when is_version then lag(struct(row_image, is_deleted, primary_key)) over ({{ versions }}) end as former
    from {{ relation }}

    |> extend
        case
            when not is_version or is_deleted then null
            when moved_before is not null
                then array_sort(filter(
                    map_keys(moved_before), k -> not map_contains_key(row_image, k) or not moved_before[k] <=> row_image[k]
                ))
            when former.is_deleted is not false then null
            when map_keys(row_image) = map_keys(former.row_image)
                then array_sort(filter(
                    map_keys(row_image), (k, i) -> not get(map_values(row_image), i) <=> get(map_values(former.row_image), i)
                ))
            else array_sort(filter(
                array_union(map_keys(row_image), map_keys(former.row_image)),
                k -> not try_element_at(row_image, k) <=> try_element_at(former.row_image, k)
                    or map_contains_key(row_image, k) <> map_contains_key(former.row_image, k)
            ))
        end as changed_columns

    |> select
        {% for name, type in folded_columns().items() -%}
            cast({{ computed.get(name, name) }} as {{ type }}) as {{ name }}{{ ', ' if not loop.last }}
        {%- endfor %}
{%- endmacro %}
