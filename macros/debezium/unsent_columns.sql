{#-
    What is known of values that the source did not send, four columns: unavailable_values (notations of the connector's `unavailable.value.placeholder` as the registry gives it for the topic, see
    `unavailable_values`, null where it gives none; as in the connector's setting, `hex:` stands before bytes that are written in hexadecimal), may_lack_values (may placeholders stand in the message, or in the key of a tombstone),
    sends_key_alone (does the registry say that the image before a change has the key alone) and may_have_cells (may columns be cells {value, set}). Needs the columns kafka_key, message_text, and
    topic_options of `cdc_messages` (with_rules).
    Of a message with a schema, which is the longer part, only what comes behind it is searched.
    (Debezium, connector properties, unavailable.value.placeholder; PostgreSQL connector, replica identity.)
-#}
{% macro unsent_columns() -%}
    {%- set given = rosetta_cdc.topic_option('unavailable_value') -%}
    {%- set text = "if(startswith(" ~ given ~ ", 'hex:'), cast(unhex(substring(" ~ given ~ ', 5)) as string), ' ~ given ~ ')' %}
    {%- set sent -%}
        case
            when startswith(message_text, '{"schema":{"type":"struct"') then substring(message_text, instr(message_text, '"payload":'))
            else coalesce(message_text, cast(kafka_key as string))
        end
    {%- endset %}
    {{ rosetta_cdc.unavailable_values(text) }} as unavailable_values,
    {{ given }} is not null or exists(array({{ sent }}), t -> {{ rosetta_cdc.may_hold_unavailable_value('t') }}) as may_lack_values,
    coalesce({{ rosetta_cdc.topic_option('replica_identity') }} = 'default', false) as sends_key_alone,
    coalesce(contains(message_text, '"set"'), false) as may_have_cells
{%- endmacro %}
