{#-
    The JSON text of an Avro record in a schema of a layout, null where the bytes are no such record. Renders an expression of string, with_images one of a struct (see below).

    schemas: see `avro_schemas`. layout: drs, ogg, debezium, row or key, or a list of several. of_key: true for the records' keys. Needs the columns schema_number, kafka_value, or
    key_schema_number, kafka_key. with_images: true for GoldenGate's records.
    Of DRS and GoldenGate whole numbers and booleans are JSON's, every other value but null is a text, so that no digit is lost: a number as Java writes it, a decimal with all its places, a date,
    a time of day with a date (an instant ends with Z), bytes in base64. NULL stays. A union of several types is the value of the one that is given.
    With images it is a struct of text, images and image_columns: where the schema has images with companions (`avro_image_columns`), images is an array of the one before and the one after the change, as
    maps of column to text without the columns that are missing; image_columns how many a whole one has; and text is without them. Otherwise both are null.
    Of Kafka Connect (debezium, row, key) it is the text that Kafka Connect's JSON converter writes, without the schema.
-#}
{% macro avro_message_text(schemas, layout='drs', of_key=false, with_images=false) -%}
    {%- set of_connect = schemas | selectattr('layout', 'in', [layout] if layout is string else layout) | selectattr('layout', 'in', ['debezium', 'row', 'key']) | list -%}
    {%- set text -%}
    {%- if of_connect -%}
    {{ rosetta_cdc._connect_avro_text(of_connect, of_key) }}
    {%- else -%}
    case
        when schema_number is null then cast(null as {{ 'struct<text: string, images: array<map<string, string>>, image_columns: int>' if with_images else 'string' }})
        {%- for decoder in rosetta_cdc.avro_decoders(schemas, layout) %}
        when schema_number in ({{ decoder.numbers }}) then {{ rosetta_cdc._avro_text(decoder, with_images) }}
        {%- endfor %}
    end
    {%- endif -%}
    {%- endset -%}
    {{ rosetta_cdc.of_avro_schemas(rosetta_cdc.check_view_length(text, schemas | length)) }}
{%- endmacro %}

{#- As `avro_message_text`, by one of `avro_decoders`. What cannot be decoded is a record of nulls. -#}
{% macro _avro_text(decoder, with_images) -%}
    {%- set type = fromjson(decoder.schema) -%}
    {%- set columns = rosetta_cdc.avro_image_columns(type) if with_images else [] -%}
    {%- set text -%}
        to_json({{ rosetta_cdc._avro_record(type, 'm', {}, 1, ['before', 'after']) if columns else rosetta_cdc._avro_value(type, 'm', {}, 1) }}, map('ignoreNullFields', 'false'))
    {%- endset -%}
    get(transform(
        array(from_avro({{ decoder.payload }}, {{ rosetta_cdc.sql_text_literal(decoder.schema) }}, map('mode', 'PERMISSIVE'))),
        m -> case
            when {% for field in type.fields %}m.`{{ field.name }}` is not null{{ ' or ' if not loop.last }}{% endfor %}
                then {% if not with_images -%}
                    {{ text }}
                {%- elif columns -%}
                    named_struct('text', {{ text }}, 'images', transform(array(m.before, m.after), i -> {{ rosetta_cdc._avro_image(columns) }}), 'image_columns', {{ columns | length }})
                {%- else -%}
                    named_struct('text', {{ text }}, 'images', cast(null as array<map<string, string>>), 'image_columns', cast(null as int))
                {%- endif %}
        end
    ), 0)
{%- endmacro %}

{#- The image `i` as a map of column to text, without the columns that are missing. columns: see `avro_image_columns`. -#}
{% macro _avro_image(columns) -%}
    case when i is not null then map_from_entries(array_compact(array(
        {%- for column in columns -%}
        if(i.`{{ column.name }}_isMissing`, null, struct('{{ column.name }}', string({{ rosetta_cdc._avro_value(column.type, 'i.`' ~ column.name ~ '`', {}, 2) }}))){{ ', ' if not loop.last }}
        {%- endfor -%}
    ))) end
{%- endmacro %}

{#- A decoded record without some of its fields. type: Avro schema of the record. value, types, depth: see `_avro_value`. left_out: names of these fields. -#}
{% macro _avro_record(type, value, types, depth, left_out=[]) -%}
    named_struct(
        {%- for field in type.fields | rejectattr('name', 'in', left_out) -%}
        '{{ field.name }}', {{ rosetta_cdc._avro_value(field.type, value ~ '.`' ~ field.name ~ '`', types, depth) }}{{ ', ' if not loop.last }}
        {%- endfor -%}
    )
{%- endmacro %}

{#-
    The JSON text of the records that Kafka Connect's converter has written. Their schemas have plain types alone, of which Spark writes the text that Kafka Connect's JSON converter writes: numbers
    as Java does, bytes in base64. schemas: those of these records, see `avro_schemas`. of_key: see `avro_message_text`.

    The schemas are those of one union, so that a type of several, such as the source of changes, stands in the view once: Debezium has a schema for each table and its key. The number of the record's
    schema in the union is put before it.
-#}
{% macro _connect_avro_text(schemas, of_key) -%}
    {%- set bytes = 'kafka_key' if of_key else 'kafka_value' -%}
    {%- set number = 'key_schema_number' if of_key else 'schema_number' -%}
    {%- set members, numbers, seen = [], [], [] -%}
    {%- for text, same in schemas | groupby('schema') -%}
        {%- do members.append(rosetta_cdc._with_types_once(fromjson(text), seen)) -%}
        {%- do numbers.append(same | map(attribute='number') | join(', ')) -%}
    {%- endfor -%}
    {%- set bare = schemas | rejectattr('applies_to', 'equalto', 'schema_id') | map(attribute='number') | join(', ') -%}
    {%- set union = {'type': 'record', 'name': 'message', 'fields': [{'name': 'm', 'type': members}]} | tojson -%}
    {#- What every column has is written in short. -#}
    {%- set short = {'~': '{"name": "', '^': '", "type": ["null", "', '|': '", "type": "', ';': '"]}, ', '!': '"}, '} -%}
    {%- set written = namespace(schema=union) -%}
    {%- for sign, long in short.items() -%}{%- set written.schema = written.schema | replace(long, sign) -%}{%- endfor -%}
    {%- set schema = namespace(sql=rosetta_cdc.sql_text_literal(written.schema)) -%}
    {%- for sign, long in short.items() -%}{%- set schema.sql = 'replace(' ~ schema.sql ~ ", '" ~ sign ~ "', '" ~ long ~ "')" -%}{%- endfor -%}
    get(transform(
        array(from_avro(
            concat(
                case
                    {%- for of_schema in numbers %}
                    {%- set place = loop.index0 * 2 %}
                    when {{ number }} in ({{ of_schema }}) then X'{{ '%02X' % place if place < 128 else '%02X%02X' % (place % 128 + 128, place // 128) }}'
                    {%- endfor %}
                end,
                substring({{ bytes }}, case
                    {%- if bare %}
                    when {{ number }} in ({{ bare }}) then 1
                    {%- endif %}
                    when startswith({{ bytes }}, X'0000000000') then 10
                    else 6
                end)
            ),
            {{ schema.sql }},
            map('mode', 'PERMISSIVE')
        ).m),
        m -> {% if members | length == 1 -%}
            to_json(m, map('ignoreNullFields', 'false'))
        {%- else -%}
            coalesce({% for member in members %}to_json(m.member{{ loop.index0 }}, map('ignoreNullFields', 'false')){{ ', ' if not loop.last }}{% endfor %})
        {%- endif %}
    ), 0)
{%- endmacro %}

{#- An Avro schema without the definitions of named types that were met before: types of one name are the same in all of them. seen: list of the names. -#}
{% macro _with_types_once(type, seen) %}
    {%- if type is string -%}{{ return(type) }}{%- endif -%}
    {%- if type is not mapping -%}
        {%- set members = [] -%}
        {%- for member in type -%}{%- do members.append(member if member is string else rosetta_cdc._with_types_once(member, seen)) -%}{%- endfor -%}
        {{ return(members) }}
    {%- endif -%}
    {%- if type.name in seen -%}{{ return(type.name) }}{%- endif -%}
    {%- if 'name' in type -%}{%- do seen.append(type.name) -%}{%- endif -%}
    {%- set found = dict(type) -%}
    {%- for part in ('items', 'values') if part in type -%}{%- do found.update({part: rosetta_cdc._with_types_once(type[part], seen)}) -%}{%- endfor -%}
    {%- if 'fields' in type -%}
        {%- set fields = [] -%}
        {%- for field in type.fields -%}
            {%- do fields.append({'name': field.name, 'type': field.type if field.type is string else rosetta_cdc._with_types_once(field.type, seen)}) -%}
        {%- endfor -%}
        {%- do found.update({'fields': fields}) -%}
    {%- endif -%}
    {{ return(found) }}
{% endmacro %}

{#-
    A decoded value with texts in the place of what Spark would write as JSON otherwise than it is to be read. type: Avro schema of the value. value: SQL expression of it. types: dict of the named types
    met so far. depth: of lambdas around it.
-#}
{% macro _avro_value(type, value, types, depth) -%}
    {%- set type = types.get(type, type) if type is string else type -%}
    {%- if type is mapping and 'name' in type -%}{% do types.update({type.name: type}) %}{%- endif -%}
    {%- set kind = 'union' if type is sequence and type is not string and type is not mapping else type if type is string else type.type -%}
    {%- set item = 'x' ~ depth -%}
    {%- if rosetta_cdc._is_written_alike(type, types) -%}
        {{- value -}}
    {%- elif kind == 'union' -%}
        {{- rosetta_cdc._avro_union(type | reject('equalto', 'null') | list, value, types, depth) -}}
    {%- elif kind == 'record' -%}
        case when {{ value }} is not null then {{ rosetta_cdc._avro_record(type, value, types, depth) }} end
    {%- elif kind == 'array' -%}
        transform({{ value }}, {{ item }} -> {{ rosetta_cdc._avro_value(type['items'], item, types, depth + 1) }})
    {%- elif kind == 'map' -%}
        transform_values({{ value }}, (k{{ depth }}, {{ item }}) -> {{ rosetta_cdc._avro_value(type['values'], item, types, depth + 1) }})
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
    Returns whether Spark writes a value as it was decoded without a change to its text: texts, whole numbers and booleans, and what consists of them. type, types: see `_avro_value`.
-#}
{% macro _is_written_alike(type, types) -%}
    {%- set type = types.get(type, type) if type is string else type -%}
    {%- if type is string -%}{{ return(type in ['string', 'int', 'long', 'boolean']) }}{%- endif -%}
    {%- if type is not mapping -%}
        {%- set member = rosetta_cdc._sole_type(type) -%}
        {{ return(member is not none and rosetta_cdc._is_written_alike(member, types)) }}
    {%- endif -%}
    {%- if 'name' in type -%}{% do types.update({type.name: type}) %}{%- endif -%}
    {%- set parts = type.fields | map(attribute='type') | list if type.type == 'record' else [type['items']] if type.type == 'array' else [type['values']] if type.type == 'map' else [] -%}
    {%- for part in parts if not rosetta_cdc._is_written_alike(part, types) -%}{{ return(false) }}{%- endfor -%}
    {{ return(type.type == 'enum' or parts | length > 0) }}
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
            coalesce({% for expression in values %}cast({{ expression }} as string){{ ', ' if not loop.last }}{% endfor %})
        {%- endif -%}
    {%- endif -%}
{%- endmacro %}
