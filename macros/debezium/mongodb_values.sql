{#-
    The values of a MongoDB document with those of BSON types beyond JSON's as plain text: of an ObjectId, number, symbol or UUID its own, of a date milliseconds since 1970 or ISO 8601, of
    bytes base64. Which type a value had says `mongodb_types`. Others (timestamps, regular expressions, ...) stay as Extended JSON writes them.
    document: SQL expression of a document, see `mongodb_document`. Renders a SQL expression of map<string,string>.
-#}
{% macro mongodb_values(document) -%}
    transform_values({{ document }}, (k, v) -> if(
        startswith(v, '{"$'),
        coalesce(
            nullif(regexp_extract(v, r'^\{"\$(?:oid|number\w+|symbol|uuid)":"?([^"{}]+)"?\}$', 1), ''),
            nullif(regexp_extract(v, r'^\{"\$date":(?:\{"\$numberLong":)?"?([^"{}]+)"?\}+$', 1), ''),
            nullif(regexp_extract(v, r'^\{"\$binary":(?:\{"base64":)?"([^"{}]+)"', 1), ''),
            v
        ),
        v
    ))
{%- endmacro %}
