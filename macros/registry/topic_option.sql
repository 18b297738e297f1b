{#-
    What the registry says of the topic by an option of its format: SQL expression of text, null where it says nothing. Needs the column topic_options of `cdc_messages` (with_rules).

    name: one of the keys of `options` in the format's declaration.
-#}
{% macro topic_option(name) -%}
    topic_options['{{ name }}']
{%- endmacro %}
