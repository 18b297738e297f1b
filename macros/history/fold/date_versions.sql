{#-
    Step of `fold`: number and time of each version. A known time gives the greatest known one so far in the row; without one it is the smaller of Kafka's timestamp and
    the next known time. A version begins at the greatest of these so far and lasts until the next.
    Adds known_until, time_is_known, valid_from, valid_to, version_number, is_deleted, is_current and time_may_move (would a known time that follows move the version's: is
    there one without any time since the last known one).
-#}
{% macro date_versions() -%}
    {%- set versions = 'partition by row_id, is_version order by version_place' -%}
    {%- set so_far = versions ~ ' rows between unbounded preceding and current row' -%}
    |> extend
        role = 'opening' as is_opening,
        if(role = 'opening', opening.time_is_known, known_time is not null) as time_is_known,
        if(role = 'opening', opening.time_may_move, known_time is null and kafka_timestamp is null) as has_no_time,
        max(known_time) over ({{ so_far }}) as known_until,
        lead(known_time) ignore nulls over ({{ versions }}) as next_known_time,
        row_number() over ({{ versions }}) + coalesce(first_value(opening.version_number) over ({{ so_far }}) - 1, 0) as version_number,
        not opens as is_deleted

    |> extend
        case
            when is_opening then opening.valid_from
            when known_time is not null then known_until
            else least(kafka_timestamp, next_known_time)
        end as candidate_time

    |> extend
        max(candidate_time) over ({{ so_far }}) as valid_from,
        max(case when has_no_time then version_number end) over ({{ so_far }})
        > coalesce(max(case when time_is_known then version_number end) over ({{ so_far }}), 0) as time_may_move

    |> extend
        lead(valid_from) over ({{ versions }}) as valid_to,
        lead(row_id) over ({{ versions }}) is null as is_current
{%- endmacro %}
