{#-
    Step of `fold`: where a row comes onto the key of an open one (an insert, or a row moved by one message or two), and a row leaves that key later in the same transaction, the
    one that leaves may be the one that was there first. Then its leaving is placed before the coming.

    It is the one that was there unless its image before the change agrees with the newcomer alone; both as their messages, or the two halves of
    an update, sent them. Rows of a table without a key come onto each other as a matter of course.
    A coming that an equal one precedes in its transaction, with no leaving between them, is the same one sent again: it sets nothing aside. A tool that goes on after a crash sends the end of
    its log once more.

    A transaction here is a run of the row's events of one transaction_key. Transactions are told one after another only where it matters (an island): the
    state before one is uncertain where the one before it ends with a row that left after another had come.

    Adds arrives (a row comes onto the key) and version_place (the place among the versions).
-#}
{% macro place_swaps() -%}
    {%- set places = 'partition by row_id, is_effective order by place' -%}
    {%- set so_far = places ~ ' rows between unbounded preceding and current row' -%}
    {%- set island = 'partition by row_id, is_effective, island order by place rows between unbounded preceding and unbounded following' -%}
    |> extend
        is_effective and not is_counted and (role = 'insert' or origin_row_id is not null or (op = 'update_after' and left_by_half is true)) as arrives,
        is_effective and not is_counted and role in ('delete', 'leave') as departs,
        lag(opens) over ({{ places }}) is true as was_open,
        lag(if(role = 'opening', coalesce(opening.sent_image, image), image)) over ({{ places }}) as former_image,
        lag(transaction_key) over ({{ places }}) is distinct from transaction_key as is_new_transaction

    |> extend
        arrives and was_open as collides,
        case when arrives and was_open then former_image end as met_image,
        sum(if(is_new_transaction, 1, 0)) over ({{ so_far }}) as transaction_number

    |> drop former_image

    |> extend
        departs and max(case when arrives then transaction_number end) over ({{ so_far }}) = transaction_number as may_be_other,
        departs and max(case when collides then transaction_number end) over ({{ so_far }}) = transaction_number as may_be_aside

    |> extend
        sum(if(is_new_transaction and lag(may_be_other) over ({{ places }}) is not true, 1, 0)) over ({{ so_far }}) as island

    |> extend max(may_be_aside) over ({{ island }}) as has_swap

    |> extend
        collect_list(case when has_swap then struct(
            place, is_new_transaction, was_open, met_image,
            case when departs then 'depart' when arrives then 'arrive' when opens then 'open' else 'close' end as kind,
            image
        ) end) over ({{ island }}) as island_events

    |> extend
        case when has_swap and departs then get(filter(
            aggregate(
                island_events,
                cast(null as {{ rosetta_cdc._told_type() }}),
                (told, e) -> get(transform(
                    array(case
                        when told is null then {{ rosetta_cdc._told('e.was_open', 'e.met_image', moved='array()') }}
                        when e.is_new_transaction then {{ rosetta_cdc._told('told.is_open', 'told.present', moved='told.moved') }}
                        else told
                    end),
                    s -> case
                        when e.kind = 'arrive' and s.is_open and not exists(s.arrived, i -> {{ rosetta_cdc._same('i', 'e.image') }})
                            then {{ rosetta_cdc._told('true', 'e.image', 's.present', 'e.place', arrived='array_append(s.arrived, e.image)') }}
                        when e.kind = 'arrive' then {{ rosetta_cdc._told('true', 'e.image', 's.aside', 's.aside_at', arrived='array_append(s.arrived, e.image)') }}
                        when e.kind = 'open' then {{ rosetta_cdc._told('true', 'e.image', 's.aside', 's.aside_at', arrived='s.arrived') }}
                        when e.kind = 'depart' and s.aside_at is not null
                            and not (s.is_open and {{ rosetta_cdc._agree('e.image', 's.present') }} and not {{ rosetta_cdc._agree('e.image', 's.aside') }})
                            then {{ rosetta_cdc._told('s.is_open', 's.present', moved='array_append(s.moved, struct(e.place as place, s.aside_at as before))') }}
                        else {{ rosetta_cdc._told('false', 'null', 's.aside', 's.aside_at') }}
                    end
                ), 0),
                told -> told.moved
            ),
            m -> m.place = place
        ), 0).before end as before_place

    |> extend struct(coalesce(before_place, place) as place, if(before_place is null, 1, 0) as rank) as version_place

    |> drop departs, collides, was_open, met_image, is_new_transaction, transaction_number, may_be_other, may_be_aside, island, has_swap, island_events, before_place
{%- endmacro %}

{#- Whether two images are equal in every column that both have. -#}
{% macro _agree(one, other) -%}
    coalesce(forall(map_keys({{ one }}), k -> not map_contains_key({{ other }}, k) or {{ one }}[k] <=> {{ other }}[k]), true)
{%- endmacro %}

{#- Whether two images are equal, with the same columns. -#}
{% macro _same(one, other) -%}
    sort_array(map_entries({{ one }})) <=> sort_array(map_entries({{ other }}))
{%- endmacro %}

{#- Type of what is told of a row while its transactions are gone through: see `_told`. moved: places of leavings, and of the comings before which they belong. -#}
{% macro _told_type() -%}
    struct<
        is_open: boolean, present: map<string, string>, aside: map<string, string>, aside_at: {{ rosetta_cdc.place_type() }},
        arrived: array<map<string, string>>, moved: array<struct<place: {{ rosetta_cdc.place_type() }}, before: {{ rosetta_cdc.place_type() }}>>
    >
{%- endmacro %}

{#-
    A row while its transactions are gone through: is it open, with which image, which image was set aside by a coming at which place, and with which images rows have come since the last leaving of
    the transaction.
-#}
{% macro _told(is_open, present, aside='null', aside_at='null', moved='s.moved', arrived='array()') -%}
    cast(struct({{ is_open }}, {{ present }}, {{ aside }}, {{ aside_at }}, {{ arrived }}, {{ moved }}) as {{ rosetta_cdc._told_type() }})
{%- endmacro %}
