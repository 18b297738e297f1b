{#-
    An array from a JSON array, as Debezium sends those of PostgreSQL. Renders an expression of array; null for what is no JSON array, and where one of its elements is null although the source has a value.

    value, encoding: SQL expressions of the text and of `format:array<declared type of the elements>`. of: the elements' type, see `typed_value`. zone: name of the source's zone, none if not known.
-#}
{% macro array_value(value, encoding, of, zone=none) -%}
    get(transform(
        array({{ rosetta_cdc._json_elements(value, encoding, of, zone) }}),
        elements -> case when elements is not null and not exists(elements, e -> e.sent is not null and e.typed is null) then elements.typed end
    ), 0)
{%- endmacro %}

{#- Why `array_value` is null: what is wrong with its first element that is none. Arguments as there. -#}
{% macro _array_error(value, encoding, of, zone=none) -%}
    coalesce(
        get(transform(
            filter({{ rosetta_cdc._json_elements(value, encoding, of, zone) }}, e -> e.sent is not null and e.typed is null),
            e -> {{ rosetta_cdc.cast_error('e.sent', 'e.encoding', of, zone) }}
        ), 0),
        'unreadable'
    )
{%- endmacro %}

{#- The elements of a JSON array: SQL expression of an array of structs of sent, encoding and typed, null for what is no JSON array. Arguments as of `array_value`. -#}
{% macro _json_elements(value, encoding, of, zone) -%}
    get(transform(
        array(regexp_replace({{ encoding }}, r'(?i)^([^:]*:)array<(.*)>$', '$1$2')),
        encoding -> transform(
            from_json({{ value }}, 'array<string>', {{ rosetta_cdc.json_options() }}),
            sent -> struct(sent, encoding, {{ rosetta_cdc.typed_value('sent', 'encoding', of, zone) }} as typed)
        )
    ), 0)
{%- endmacro %}
