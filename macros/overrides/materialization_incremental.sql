{#-
    Materialization `incremental`: the adapter's, but a table that its model leaves (see `leave_table`) costs no statement.
-#}
{% materialization incremental, adapter='spark', supported_languages=['sql', 'python'] %}
    {%- if not kept('left ' ~ this) -%}{{ return(dbt.materialization_incremental_spark()) }}{%- endif -%}
    {%- call noop_statement('main', 'unchanged') -%}{%- endcall -%}
    {{ return({'relations': [this.incorporate(type='table')]}) }}
{% endmaterialization %}
