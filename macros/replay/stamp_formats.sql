{#- Gives the records of raw the format that the registry names for their topic now. A partition of raw is rewritten only where its format changes. -#}
{% macro stamp_formats() %}
    {%- set raw = source('raw', 'kafka_messages') -%}
    {%- set changed -%}
        select stamped.format, stamped.kafka_cluster, stamped.kafka_topic, coalesce(rules.registered_format, 'auto') as registered_format
        from (select distinct format, kafka_cluster, kafka_topic from {{ raw }}) as stamped
        left join {{ ref('cdc_topic_rules') }} as rules
            on stamped.kafka_cluster = rules.kafka_cluster and stamped.kafka_topic = rules.kafka_topic
        where stamped.format <> coalesce(rules.registered_format, 'auto')
    {%- endset -%}
    {%- for row in run_query(changed).rows -%}
        {%- do log(
            'Registry: records of ' ~ row['kafka_topic'] ~ ' (cluster ' ~ row['kafka_cluster'] ~ ') change from format ' ~ row['format']
            ~ ' to ' ~ row['registered_format'] ~ '.', info=true
        ) -%}
        {%- do run_query(
            'update ' ~ raw ~ " set format = '" ~ row['registered_format'] ~ "' where format = '" ~ row['format'] ~ "' and kafka_cluster = "
            ~ rosetta_cdc.sql_text_literal(row['kafka_cluster']) ~ ' and kafka_topic = ' ~ rosetta_cdc.sql_text_literal(row['kafka_topic'])
        ) -%}
    {%- endfor -%}
{% endmacro %}
