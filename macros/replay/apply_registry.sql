{#-
    Applies a changed registry to what has landed: gives records of raw the format that the registry names now, then reads the records of every topic
    again whose events were made by another rule. Run by scripts/apply_registry after `dbt build --select cdc_topics cdc_topic_rules`.
    Safe to repeat: what a killed run has left undone is found again by the events' own registry_digest.
-#}
{% macro apply_registry() %}
    {%- do rosetta_cdc.stamp_formats() -%}
    {%- if load_relation(ref('cdc_events')) is none -%}
        {%- do log('Registry: there are no events yet; the first build will read every record by the new registry.', info=true) -%}
        {{ return('') }}
    {%- endif -%}
    {%- set by_cluster = {} -%}
    {%- for row in run_query(rosetta_cdc.changed_rules()).rows -%}
        {%- do by_cluster.update({row['kafka_cluster']: by_cluster.get(row['kafka_cluster'], []) + [row['kafka_topic']]}) -%}
    {%- endfor -%}
    {%- for cluster, topics in by_cluster.items() -%}
        {%- do log('Registry: rules changed for ' ~ topics | unique | join(', ') ~ ' (cluster ' ~ cluster ~ ').', info=true) -%}
        {%- do rosetta_cdc.replay_records(topics=topics | unique | list, kafka_cluster=cluster) -%}
    {%- endfor -%}
    {%- if not by_cluster %}{% do log('Registry: every event was read by the current rules.', info=true) %}{% endif -%}
{% endmacro %}
