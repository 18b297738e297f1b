{#-
    What a topic's name has for a group of the registry's pattern that it matches; null where the pattern has no such group, or the group nothing. `$` is written as a code: Spark would take
    `${name}` in a statement for a variable.
    topic, pattern: SQL expressions. group: its name. Renders a SQL expression of text.
-#}
{% macro topic_name(topic, pattern, group) -%}
    case
        when {{ rosetta_cdc.has_group(pattern, "'" ~ group ~ "'") }}
            then nullif(regexp_replace({{ topic }}, concat('^(?:', {{ pattern }}, ')$'), '\u0024{{ '{' ~ group ~ '}' }}'), '')
    end
{%- endmacro %}
