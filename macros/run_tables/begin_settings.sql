{#- Sets what the model's statement has to work with (see `run_with_setting`), until `end_settings`. -#}
{% macro begin_settings() %}
    {%- for name, value in kept('settings of ' ~ this, {}).items() -%}
        {%- do keep('settings in force', kept('settings in force', []) + [name]) -%}
        {%- do run_query('set ' ~ name ~ ' = ' ~ value) -%}
    {%- endfor -%}
{% endmacro %}
