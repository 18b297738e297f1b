{#-
    The registry row that applies to a table of a topic: the first one, in match_order, whose table_pattern is blank
    or matches `database.schema.table` (the parts present, joined by dots). Null for an unregistered topic.

    Arguments are SQL expressions of text. Returns a struct: match_order, table_pattern, format, source_name, primary_key
    (array of names), source_time_zone, order_by, load_time, registry_digest. Needs the column topic_rules of `cdc_messages`.
-#}
{% macro topic_rule(database_name='database_name', schema_name='schema_name', table_name='table_name') -%}
    case
        {#- Most topics have one rule, for all of their tables: no lambda, which Spark interprets. #}
        when get(topic_rules, 0).table_pattern is null then get(topic_rules, 0)
        else get(filter(
            topic_rules,
            rule -> rule.table_pattern is null
                or concat_ws('.', {{ database_name }}, {{ schema_name }}, {{ table_name }}) rlike concat('^(?:', rule.table_pattern, ')$')
        ), 0)
    end
{%- endmacro %}
