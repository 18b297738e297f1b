{#-
    The image after an UPDATE of OceanBase without the large columns that it says nothing of: an unchanged LOB is NULL in both images (OceanBase does not log it). A LOB that was NULL and stays so
    is no different: it keeps its value.

    image, former, types: SQL expressions of map<string,string>: the image after, that before (or what changed), the declared types. Renders a SQL expression of map<string,string>.
    Most images have no NULL: no lambda for these, which Spark interprets.
-#}
{% macro oms_sent_values(image, former, types) -%}
    case
        when array_size(array_compact(map_values({{ image }}))) = size({{ image }}) then {{ image }}
        else map_filter(
            {{ image }},
            (k, v) -> v is not null or {{ former }}[k] is not null or not coalesce({{ types }}[k] rlike '(?i)(blob|clob|text|json|xml|geometry)', false)
        )
    end
{%- endmacro %}
