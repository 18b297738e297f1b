{#-
    The JSON text of an Avro record in a schema of a layout, null where the bytes are no such record. Renders an expression of string.

    schemas: see `avro_schemas`. layout: drs or ogg. Needs the columns schema_number, kafka_value.
    Every value but null is a text, so that no digit is lost: a number as Java writes it, a decimal with all its places, a date, a time of day with a
    date (an instant ends with Z), bytes in base64. NULL stays. A union of several types is the value of the one that is given.
-#}
{% macro avro_message_text(schemas, layout='drs') -%}
    {%- set text -%}
    case
        when schema_number is null then cast(null as string)
        {%- for decoder in rosetta_cdc.avro_decoders(schemas, layout) %}
        when schema_number in ({{ decoder.numbers }}) then {{ rosetta_cdc._avro_text(decoder) }}
        {%- endfor %}
    end
    {%- endset -%}
    {{ rosetta_cdc.of_avro_schemas(rosetta_cdc.check_view_length(text, schemas | length)) }}
{%- endmacro %}

{#- As `avro_message_text`, by one of `avro_decoders`. What cannot be decoded is a record of nulls. -#}
{% macro _avro_text(decoder) -%}
    {%- set type = fromjson(decoder.schema) -%}
    get(transform(
        array(from_avro({{ decoder.payload }}, {{ rosetta_cdc.sql_text_literal(decoder.schema) }}, map('mode', 'PERMISSIVE'))),
        m -> case
            when {% for field in type.fields %}m.`{{ field.name }}` is not null{{ ' or ' if not loop.last }}{% endfor %}
                then to_json({{ rosetta_cdc._avro_value(type, 'm', {}, 1) }}, map('ignoreNullFields', 'false'))
        end
    ), 0)
{%- endmacro %}

{#-
    A decoded value with texts in the place of all scalars. type: Avro schema of the value. value: SQL expression of it. types: dict of the named types
    met so far. depth: of lambdas around it.
-#}
{% macro _avro_value(type, value, types, depth) -%}
    {%- set type = types.get(type, type) if type is string else type -%}
    {%- if type is mapping and 'name' in type -%}{% do types.update({type.name: type}) %}{%- endif -%}
    {%- set kind = 'union' if type is sequence and type is not string and type is not mapping else type if type is string else type.type -%}
    {%- set item = 'x' ~ depth -%}
    {%- if kind == 'union' -%}
        {{- rosetta_cdc._avro_union(type | reject('equalto', 'null') | list, value, types, depth) -}}
    {%- elif kind == 'record' -%}
        case when {{ value }} is not null then named_struct(
            {%- for field in type.fields -%}
            '{{ field.name }}', {{ rosetta_cdc._avro_value(field.type, value ~ '.`' ~ field.name ~ '`', types, depth) }}{{ ', ' if not loop.last }}
            {%- endfor -%}
        ) end
    {%- elif kind == 'array' -%}
        transform({{ value }}, {{ item }} -> {{ rosetta_cdc._avro_value(type['items'], item, types, depth + 1) }})
    {%- elif kind == 'map' -%}
        transform_values({{ value }}, (k{{ depth }}, {{ item }}) -> {{ rosetta_cdc._avro_value(type['values'], item, types, depth + 1) }})
    {%- elif kind in ('string', 'enum') -%}
        {{ value }}
    {%- elif type is mapping and type.logicalType == 'decimal' -%}
        {#- As a text, Spark would write a small one with an exponent. #}
        {{- "replace(format_number(" ~ value ~ ", '0" ~ ('.' ~ '0' * type.scale if type.scale else '') ~ "'), ',', '')" -}}
    {%- elif kind in ('bytes', 'fixed') -%}
        {{ rosetta_cdc._base64_text(value) }}
    {%- else -%}
        {{- 'cast(' ~ value ~ ' as string)' ~ (" || '" ~ type.zone ~ "'" if type is mapping and type.zone) -}}
    {%- endif -%}
{%- endmacro %}

{#-
    The value of a union: Spark gives one type as it is, int with long as long, float with double as double, others as a struct with a field for each.
    members: schemas of the types, without null.
-#}
{% macro _avro_union(members, value, types, depth) -%}
    {%- if members | length == 0 -%}
        cast(null as string)
    {%- elif members | length == 1 -%}
        {{ rosetta_cdc._avro_value(members[0], value, types, depth) }}
    {%- elif members in (['int', 'long'], ['long', 'int']) or members in (['float', 'double'], ['double', 'float']) -%}
        cast({{ value }} as string)
    {%- else -%}
        {%- set kinds = [] -%}
        {%- set values = [] -%}
        {%- for member in members -%}
            {%- set type = types.get(member, member) if member is string else member -%}
            {%- do kinds.append(type if type is string else type.type) -%}
            {%- do values.append(rosetta_cdc._avro_value(member, value ~ '.member' ~ loop.index0, types, depth) | trim) -%}
        {%- endfor -%}
        {%- if kinds | select('in', ['record', 'array', 'map']) | list -%}
            coalesce(
                {%- for expression in values -%}
                {{ 'to_variant_object(' ~ expression ~ ')' if kinds[loop.index0] in ['record', 'array', 'map'] else 'cast(' ~ expression ~ ' as variant)' }}{{ ', ' if not loop.last }}
                {%- endfor -%}
            )
        {%- else -%}
            coalesce({{ values | join(', ') }})
        {%- endif -%}
    {%- endif -%}
{%- endmacro %}
