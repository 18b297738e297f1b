{#-
    Condition that a record has a Kafka key in which no columns were found, such as a text or a notation of another converter: the table may well have a key. Needs kafka_key and key_values
    (see `kafka_key_columns`).
-#}
{% macro key_is_unread() -%}
    {{ return(adapter.dispatch('key_is_unread', 'rosetta_cdc')()) }}
{%- endmacro %}

{#- What `key_is_unread` does where no project overrides it. -#}
{% macro default__key_is_unread() -%}
    (kafka_key is not null and key_values is null and not {{ rosetta_cdc.is_null_envelope('cast(kafka_key as string)') }})
{%- endmacro %}
