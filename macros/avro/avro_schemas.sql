{#-
    The Avro schemas that the user supplied, in the seed that the variable `cdc_avro_seed` names: list of dicts of kafka_cluster, applies_to, name, layout, schema, connect_columns, number (from 1) and payload (SQL
    expression of the bytes behind the prefix with the schema id, of kafka_value), the closest first: a topic's, one of a schema id, a format's, each of one Kafka cluster before any. Empty as long as the
    seed is not loaded.
-#}
{% macro avro_schemas() %}
    {%- set name = rosetta_cdc.variable('cdc_avro_seed') -%}
    {%- set seed = ref('rosetta_cdc', name) if name == 'cdc_avro_schemas' else ref(project_name, name) -%}
    {%- if not execute or load_relation(seed) is none -%}
        {{ return([]) }}
    {%- endif -%}
    {%- set query -%}
        select kafka_cluster, applies_to, name, layout, schema, connect_columns
        from {{ seed }}
        order by array_position(array('topic', 'schema_id', 'format'), applies_to), kafka_cluster is null, kafka_cluster, name
    {%- endset -%}
    {%- set schemas = [] -%}
    {%- for row in run_query(query).rows -%}
        {%- do schemas.append({
            'kafka_cluster': row['kafka_cluster'], 'applies_to': row['applies_to'], 'name': row['name'] | string, 'layout': row['layout'],
            'schema': row['schema'], 'connect_columns': row['connect_columns'], 'number': loop.index,
            'payload': "substring(kafka_value, if(startswith(kafka_value, X'0000000000'), 10, 6))" if row['applies_to'] == 'schema_id' else 'kafka_value'
        }) -%}
    {%- endfor -%}
    {{ return(schemas) }}
{% endmacro %}
