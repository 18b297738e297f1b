{#-
    Says, where a model of the materialization `run_table` is compiled, that Spark has to work with a setting of its own while it fills the table.
    name: of the setting. value: text or number.
-#}
{% macro run_with_setting(name, value) %}
    {%- do keep('setting of ' ~ this, {'name': name, 'value': value}) -%}
{% endmacro %}
