{#-
    Says, where a model is compiled, that Spark has to work with a setting of its own while it fills the table. For the materialization `run_table`, and for `incremental` where its
    model says which columns it has (see `append_columns`). Call it once for each setting.
    name: of the setting. value: text or number.
-#}
{% macro run_with_setting(name, value) %}
    {%- do rosetta_cdc.keep('settings of ' ~ this, dict(rosetta_cdc.kept('settings of ' ~ this, {}), **{name: value})) -%}
{% endmacro %}
