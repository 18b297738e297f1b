{#-
    Names the format of a message by its structure alone, `unknown` where none fits.

    text: SQL expression of the JSON text, numbers as sent. Returns a format code, or one of `tombstone` (null value), `null_value` (empty or JSON null),
    `not_json`, `schema_registry_bytes` (no JSON behind the id of a schema), `connect_key`, `shareplex` (vendor unknown), `dts_avro_json`, `rows_of_canal`, `rows_of_maxwell` and
    `rows_of_debezium` (the row and the operation alone, as Flink SQL, Flink CDC and SeaTunnel write them: the registry has to say which table's they are), `unknown`.
    The structures are those that the formats declare (see `declared_formats`), the first that a message has counts: {schema, payload} is shared by DataWorks, OMS, dtle and
    Debezium, `op` lies in five formats at two depths. Canal with `id` is read as open-source Canal, which DRS JSON-C and DTS Canal look like, too: a registry row decides
    between them.
    One parse a message, of the fields alone that the structures name: the lambda binds it, so that the tests share it.
-#}
{% macro recognise_structure(text) -%}
    {%- set structures = [] -%}
    {#- The key of a Kafka Connect record has the fields of its columns, which may be anything. #}
    {%- do structures.append(('connect_key', "message.schema.type = 'struct' and message.schema.name like '%.Key' and message.payload is not null and message.payload.op is null")) -%}
    {%- for code, declaration in rosetta_cdc.declared_formats().items() if declaration.structure -%}{%- do structures.append((code, declaration.structure)) -%}{%- endfor -%}
    {%- do structures.append(('shareplex', 'message.meta.op is not null')) -%}
    {%- do structures.append(('dts_avro_json', 'message.sourceTimestamp is not null and message.operation is not null and message.sourcePosition is not null')) -%}
    {%- do structures.append(('rows_of_canal', "message.type in ('INSERT', 'UPDATE', 'DELETE') and left(message.data, 1) in ('[', '{')")) -%}
    {%- do structures.append(('rows_of_maxwell', "message.type in ('insert', 'update', 'delete') and message.data like '{%'")) -%}
    {%- do structures.append((
        'rows_of_debezium', "message.op in ('c', 'u', 'd', 'r') and message_text rlike r'\"(before|after)\"\s*:\s*\{'"
    )) -%}
    case
        when {{ text }} is null then 'tombstone'
        when regexp_replace({{ text }}, r'\s', '') in ('', 'null') then 'null_value'
        else get(transform(
            array(from_json({{ text }}, '{{ rosetta_cdc.message_fields(structures | map(attribute=1)) }}', {{ rosetta_cdc.json_options() }})),
            message -> case
                when message is null or {{ text }} not rlike r'^\s*\{' then if(startswith({{ text }}, char(0)), 'schema_registry_bytes', 'not_json')
                {%- for code, structure in structures %}
                when {{ modules.re.sub('\\bmessage_text\\b', text, structure).strip() }} then '{{ code }}'
                {%- endfor %}
                else 'unknown'
            end
        ), 0)
    end
{%- endmacro %}
