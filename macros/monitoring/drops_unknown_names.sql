{#-
    Whether a DROP of several tables names one with capitals, where the message's own table has none: the server may have it in small letters (lower_case_table_names; see `emptied_scopes`, which
    takes the names as they were typed). Renders a SQL condition. Needs the columns of `cdc_events`.
-#}
{% macro drops_unknown_names() -%}
    coalesce(
        event_kind = 'ddl' and element_at(split(table_id, '[.]'), -1) not rlike '[A-Z]'
        and exists({{ rosetta_cdc.emptied_scopes() }}, s -> element_at(split(s, '[.]'), -1) rlike '[A-Z]'),
        false
    )
{%- endmacro %}
