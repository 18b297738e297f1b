{#-
    The fields of a message of Debezium, whether they lie in payload or at the top: SQL expression of a struct. Needs the column message, parsed by `debezium_envelope`.
    given: dict of field -> SQL expression that takes the place of the field's own value; in it `change` is the message's fields.
-#}
{% macro debezium_change(given={}) -%}
    {%- set at_the_top = [] -%}
    {%- set fields = [] -%}
    {%- for name in rosetta_cdc.debezium_fields('') -%}
        {%- do at_the_top.append("'" ~ name ~ "', message." ~ name) -%}
        {%- do fields.append("'" ~ name ~ "', " ~ given.get(name, 'change.' ~ name)) -%}
    {%- endfor -%}
    {%- set sent = 'coalesce(message.payload, named_struct(' ~ at_the_top | join(', ') ~ '))' -%}
    {%- if given -%}
    get(transform(array({{ sent }}), change -> named_struct({{ fields | join(', ') }})), 0)
    {%- else -%}
    {{ sent }}
    {%- endif -%}
{%- endmacro %}
