{#-
    The select list of `cdc_events`: the columns of `event_columns`, after registry_digest the run that writes the row and when it began.
-#}
{% macro loaded_columns() -%}
    {%- for name in event_columns() -%}
        {{ name }}
        {%- if name == 'registry_digest' -%}
            , '{{ invocation_id }}' as load_id, timestamp'{{ run_started_at.strftime('%Y-%m-%d %H:%M:%S.%f') }} UTC' as loaded_at
        {%- endif -%}
        {{ ', ' if not loop.last }}
    {%- endfor -%}
{%- endmacro %}
