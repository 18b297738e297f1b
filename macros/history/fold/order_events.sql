{#-
    Step of `fold`: the mark and the place of each event in the order of its row (see the folder `order`). An opening row has the place of the row's last event, whichever
    that was. Rows of role `carrier` have done their work then: they carry the marks of earlier runs along their lines.
    Adds mark and place.
-#}
{% macro order_events() -%}
    |> extend {{ rosetta_cdc.running_mark() }} as mark

    |> where role <> 'carrier'

    |> extend coalesce(opening.last_place, {{ rosetta_cdc.event_place() }}) as place
{%- endmacro %}
