{#-
    A message in whose schema Connect's decimals are plain numbers where the registry says so: with `decimal.format=NUMERIC` (option decimal_format) they are written as such, not as the base64 of
    their digits, and the schema does not tell (Kafka Connect, JsonConverterConfig). Renders a SQL expression of text. Needs the column topic_options of `cdc_messages` (with_rules).
    text: SQL expression of the JSON text.
-#}
{% macro plain_decimals(text) -%}
    if(
        upper({{ rosetta_cdc.topic_option('decimal_format') }}) = 'NUMERIC',
        regexp_replace({{ text }}, r'("name"\s*:\s*)"org\.apache\.kafka\.connect\.data\.Decimal"', '$1"decimal"'),
        {{ text }}
    )
{%- endmacro %}
