{#-
    Digests of the SQL that makes events of records: dict of staging model -> digest. A model's is of its own text, of that of each view below it, and of what `event_rows` does with its rows
    (keys, identities, types of columns). Which format an unregistered record has is no part of it, nor are the user's Avro schemas (see `of_avro_schemas`): both concern records that were
    dead letters.
    models: relations of staging models. One whose text is not known is left out.
-#}
{% macro event_rules(models) %}
    {%- set digests = {} -%}
    {%- for relation in models -%}
        {%- set texts = rosetta_cdc.view_texts(relation, but=['recognised_messages']) -%}
        {%- if none not in texts -%}
            {%- set rules = [] -%}
            {%- for text in texts -%}{%- do rules.append(rosetta_cdc._rules_of_view(text)) -%}{%- endfor -%}
            {%- do digests.update({relation.identifier: local_md5(rules | join(' ') ~ rosetta_cdc._text_of_keys())}) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(digests) }}
{% endmacro %}

{#- The SQL of a view without comments and the user's Avro schemas. text: of the view. -#}
{% macro _rules_of_view(text) %}
    {{ return(rosetta_cdc._without_comments(modules.re.sub('/\\* Avro schemas \\*/.*?/\\* end of Avro schemas \\*/', '', text, flags=modules.re.DOTALL))) }}
{% endmacro %}

{#- What becomes of the rows of all staging models alike, and how an Avro record is decoded, in one text. -#}
{% macro _text_of_keys() %}
    {%- if rosetta_cdc.kept('text of keys') is none -%}
        {%- set schema = {'number': 1, 'payload': 'kafka_value', 'schema': rosetta_cdc._avro_schema_of_all_types() | tojson} -%}
        {%- set texts = [rosetta_cdc.event_rows('staged'), rosetta_cdc.event_columns() | tojson] -%}
        {%- do texts.append(rosetta_cdc.avro_message_text([dict(schema, layout='drs')])) -%}
        {%- do texts.append(rosetta_cdc.avro_message_text([dict(schema, layout='ogg', schema=rosetta_cdc._avro_schema_of_images() | tojson)], 'ogg', with_images=true)) -%}
        {%- do texts.append(rosetta_cdc.avro_message_text([dict(schema, layout='debezium', applies_to='topic')], 'debezium')) -%}
        {%- do texts.append(rosetta_cdc.dts_avro_record([dict(schema, layout='dts')])) -%}
        {%- do rosetta_cdc.keep('text of keys', rosetta_cdc._without_comments(texts | join(' '))) -%}
    {%- endif -%}
    {{ return(rosetta_cdc.kept('text of keys')) }}
{% endmacro %}

{#- SQL without lines that are comments, and with single spaces. text: SQL. -#}
{% macro _without_comments(text) %}
    {{ return(modules.re.sub('(?m)^\\s*--.*$', '', text).split() | join(' ')) }}
{% endmacro %}

{#- An Avro schema with a field of every type that `avro_message_text` writes in a way of its own. -#}
{% macro _avro_schema_of_all_types() %}
    {%- set decimal = {'type': 'bytes', 'logicalType': 'decimal', 'precision': 10, 'scale': 2} -%}
    {%- set types = [
        'string', 'int', 'bytes', decimal, {'type': 'long', 'logicalType': 'local-timestamp-micros', 'zone': 'Z'}, {'type': 'array', 'items': 'string'}, {'type': 'map', 'values': 'bytes'},
        ['null', 'string'], ['int', 'long'], ['string', 'bytes'], ['string', {'type': 'array', 'items': 'string'}]
    ] -%}
    {%- set fields = [] -%}
    {%- for type in types -%}{%- do fields.append({'name': 'field_' ~ loop.index, 'type': type}) -%}{%- endfor -%}
    {{ return({'type': 'record', 'name': 'message', 'fields': fields}) }}
{% endmacro %}

{#- An Avro schema of a record with images that `avro_image_columns` knows. -#}
{% macro _avro_schema_of_images() %}
    {%- set fields = [{'name': 'field', 'type': ['null', 'string']}, {'name': 'field_isMissing', 'type': 'boolean'}] -%}
    {%- set image = {'type': 'record', 'name': 'columns', 'fields': fields} -%}
    {{ return({'type': 'record', 'name': 'message', 'fields': [
        {'name': 'table', 'type': 'string'}, {'name': 'before', 'type': ['null', image]}, {'name': 'after', 'type': ['null', 'columns']}
    ]}) }}
{% endmacro %}
