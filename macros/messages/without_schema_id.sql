{#-
    The bytes of a JSON text without what a serializer of a schema registry puts around it: a zero byte and an id of four bytes (Confluent, JSON Schema) or eight (Apicurio), or an object of schemaId and payload
    (Apicurio's converter). Bytes behind which no JSON follows stay as they are, as do all others. Renders a SQL expression of binary. An id in a header changes nothing.

    bytes: SQL expression of binary. of_key: true for a key, whose JSON may be a bare value. A number of eight bytes may look like one behind an id: such a key stays as it is.
    (Confluent, Schema Registry, wire format; Apicurio Registry, serializers, and its class ExtJsonConverter.)
-#}
{% macro without_schema_id(bytes, of_key=false) -%}
    {%- set json = '^\\s*(?:\\{\\s*["}]|\\[\\s*[\\[\\]{"0-9-]|null\\s*$)' -%}
    {%- set value = '^\\s*(?:-?[0-9][0-9.eE+-]*|"(?:[^"\\\\]|\\\\.)*"|true|false|null)\\s*$' -%}
    if(
        startswith({{ bytes }}, X'00') or startswith({{ bytes }}, X'7B22736368656D614964'),
        {#- Few bytes are looked at closer: a lambda keeps that out of the code of all others. #}
        get(transform(array({{ bytes }}), sent -> if(
            startswith(sent, X'7B'),
            coalesce(
                cast(nullif(regexp_extract(cast(sent as string), r'(?s)^\{"schemaId"\s*:\s*"?[0-9]+"?\s*,\s*"payload"\s*:\s*(.*\S)\s*\}\s*$', 1), '') as binary),
                sent
            ),
            coalesce(
                get(filter(array(substring(sent, 6), substring(sent, 10)), rest -> cast(rest as string) rlike r'{{ json }}'), 0),
                {%- if of_key %}
                if(octet_length(sent) <> 8, get(filter(array(substring(sent, 6), substring(sent, 10)), rest -> cast(rest as string) rlike r'{{ value }}'), 0), null),
                {%- endif %}
                sent
            )
        )), 0),
        {{ bytes }}
    )
{%- endmacro %}
