{#-
    Raises the error of `check_full_refresh` before anything runs, where a command with --full-refresh would replace events or history that exist. Called on-run-start.
-#}
{% macro check_full_refresh_of_command() %}
    {%- if execute and flags.FULL_REFRESH and flags.WHICH in ('run', 'build') -%}
        {%- for name in ['cdc_events', 'row_states'] if 'model.' ~ project_name ~ '.' ~ name in selected_resources -%}
            {%- if adapter.get_relation(database=none, schema=target.schema, identifier=name) is not none -%}
                {%- do check_full_refresh(name) -%}
            {%- endif -%}
        {%- endfor -%}
    {%- endif -%}
{% endmacro %}
