{#-
    The records that a staging model reads: those whose topic is registered with one of its formats, and those of unregistered topics that have
    the structure of one.

    formats: list of format codes. with_rules: add topic_rules, the registry rows of the topic, and topic_options, for messages that cannot be read without (a
    zone, key names, see `topic_option`). with_names: add topic_table, the table's name that the registry takes from the topic's, for messages that may have none.
    Returns the columns of `record_columns`, kafka_key, message_text (the value's bytes as a string, null for
    a tombstone; both without the bytes of a schema registry, see `without_schema_id`), source_format and format_basis (`registry` or `structure`). Both halves stay apart until here, so that a run which reads
    registered topics only never recognises anything.
-#}
{% macro cdc_messages(formats, with_rules=false, with_names=false) -%}
    {{ return(adapter.dispatch('cdc_messages', 'rosetta_cdc')(formats, with_rules, with_names)) }}
{%- endmacro %}

{#- What `cdc_messages` does where no project overrides it. -#}
{% macro default__cdc_messages(formats, with_rules=false, with_names=false) -%}
    {%- set columns = rosetta_cdc.record_columns() -%}
    {%- set codes = "'" ~ formats | join("', '") ~ "'" -%}
    {%- if with_rules or with_names %}
    select
        records.*
        {%- if with_rules %},
        topics.topic_rules,
        topics.topic_options
        {%- endif %}
        {%- if with_names %},
        topics.table_name as topic_table
        {%- endif %}
    from (
    {%- endif %}
    select
        {{ columns | join(', ') }},
        {{ rosetta_cdc.without_schema_id('kafka_key', of_key=true) }} as kafka_key,
        cast({{ rosetta_cdc.without_schema_id('kafka_value') }} as string) as message_text,
        format as source_format,
        'registry' as format_basis
    from {{ rosetta_cdc.records_of(source('raw', 'kafka_messages')) }}
    where format in ({{ codes }})
    union all
    select
        {{ columns | join(', ') }},
        kafka_key,
        message_text,
        recognised_format as source_format,
        'structure' as format_basis
    from {{ rosetta_cdc.records_of(ref('recognised_messages'), ['kafka_key', 'message_text', 'recognised_format']) }}
    where recognised_format in ({{ codes }})
    {%- if with_rules or with_names %}
    ) as records
    left join {{ ref('cdc_topic_rules') }} as topics
        on records.kafka_cluster = topics.kafka_cluster and records.kafka_topic = topics.kafka_topic
    {%- endif %}
{%- endmacro %}
