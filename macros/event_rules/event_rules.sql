{#-
    Digests of the SQL that makes events of records: dict of staging model -> digest. A model's is of its own text, of that of each view below it, and of what `event_rows` does with its rows
    (keys, identities, types of columns). Which format an unregistered record has is no part of it, nor are the user's Avro schemas (see `of_avro_schemas`): both concern records that were
    dead letters.
    models: relations of staging models. One whose text is not known is left out.
-#}
{% macro event_rules(models) %}
    {%- set digests = {} -%}
    {%- for relation in models -%}
        {%- for node in graph.nodes.values() if node.resource_type == 'model' and node.get('alias', node.name) == relation.identifier -%}
            {%- set texts = [] -%}
            {%- for view in _views_below(node.unique_id, []) -%}{%- do texts.append(_view_text(graph.nodes[view])) -%}{%- endfor -%}
            {%- if none not in texts -%}
                {%- do digests.update({relation.identifier: local_md5(texts | join(' ') ~ _text_of_keys())}) -%}
            {%- endif -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ return(digests) }}
{% endmacro %}

{#- A view and those that it reads: list of unique ids. unique_id: of the view. found: what was found so far. -#}
{% macro _views_below(unique_id, found) %}
    {%- do found.append(unique_id) -%}
    {%- for below in graph.nodes[unique_id].depends_on.nodes if below in graph.nodes and below not in found -%}
        {%- set node = graph.nodes[below] -%}
        {%- if node.config.materialized == 'view' and node.name != 'recognised_messages' -%}{%- do _views_below(below, found) -%}{%- endif -%}
    {%- endfor -%}
    {{ return(found) }}
{% endmacro %}

{#-
    The SQL of a view without comments and the user's Avro schemas: as this command has made it, else as the metastore has it, which is what a statement reads then. None where neither is known.
    node: the view in dbt's graph.
-#}
{% macro _view_text(node) %}
    {%- set relation = api.Relation.create(database=node.database, schema=node.schema, identifier=node.get('alias', node.name)) -%}
    {%- set text = kept('text of ' ~ relation) -%}
    {%- if text is none -%}
        {%- set said = modules.re.search('View Text: (.*?)\\s*View Original Text:', (load_cached_relation(relation) or {}).information or '', modules.re.DOTALL) -%}
        {%- if not said -%}{{ return(none) }}{%- endif -%}
        {%- set text = said[1] -%}
    {%- endif -%}
    {{ return(_without_comments(modules.re.sub('/\\* Avro schemas \\*/.*?/\\* end of Avro schemas \\*/', '', text, flags=modules.re.DOTALL))) }}
{% endmacro %}

{#- What becomes of the rows of all staging models alike, and how an Avro record is decoded, in one text. -#}
{% macro _text_of_keys() %}
    {%- if kept('text of keys') is none -%}
        {%- set schema = {'number': 1, 'payload': 'kafka_value', 'schema': _avro_schema_of_all_types() | tojson} -%}
        {%- set texts = [event_rows('staged'), event_columns() | tojson] -%}
        {%- for layout, decoded in [('drs', avro_message_text([dict(schema, layout='drs')])), ('dts', dts_avro_record([dict(schema, layout='dts')]))] -%}{%- do texts.append(decoded) -%}{%- endfor -%}
        {%- do keep('text of keys', _without_comments(texts | join(' '))) -%}
    {%- endif -%}
    {{ return(kept('text of keys')) }}
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
