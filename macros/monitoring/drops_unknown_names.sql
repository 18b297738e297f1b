{#-
    Whether a DROP of several tables names one with capitals, where the message's own table has none: the server may have it in small letters (lower_case_table_names; see `emptied_scopes`, which
    takes the names as they were typed). Renders a SQL condition. Needs the columns of `cdc_events`.
-#}
{% macro drops_unknown_names() -%}
    {%- set has_capitals = "rlike r'[A-Z][^.]*$'" -%}
    coalesce(event_kind = 'ddl' and not table_id {{ has_capitals }} and exists({{ rosetta_cdc.emptied_scopes() }}, s -> s {{ has_capitals }}), false)
{%- endmacro %}
