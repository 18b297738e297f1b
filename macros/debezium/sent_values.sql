{#-
    An image or key without the columns whose value stands for one that the source did not send: map<string,string>. Needs unavailable_values, array<string>: what counts as such where the registry gives
    the connector's placeholder (see `unavailable_values`), a reference to a value that is stored elsewhere beside it; where it is null, see `unavailable_value`.

    image: SQL expression of map<string,string>.
-#}
{% macro sent_values(image) -%}
    map_filter({{ image }}, (k, v) -> not coalesce(
        if(
            unavailable_values is null,
            replace(v, '.0', '') rlike {{ rosetta_cdc.unavailable_value(whole=true) }},
            array_contains(unavailable_values, v)
            or v rlike {{ rosetta_cdc.unavailable_value(references_alone=true) }}
        ),
        false
    ))
{%- endmacro %}
