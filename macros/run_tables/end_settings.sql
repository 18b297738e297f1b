{#- Takes back what `begin_settings` has set. Called on-run-end, too, for a statement that failed: the session may outlive the command. -#}
{% macro end_settings() %}
    {%- for name in kept('settings in force', []) -%}{%- do run_query('reset ' ~ name) -%}{%- endfor -%}
    {%- if kept('settings in force') -%}{%- do keep('settings in force', []) -%}{%- endif -%}
{% endmacro %}
