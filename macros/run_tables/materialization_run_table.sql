{#-
    Materialization `run_table`: a table that every run fills with rows of its own (see `prepare_run_table`). Only models of the same run read it.
-#}
{% materialization run_table, adapter='spark' %}
    {%- set target_relation = this.incorporate(type='table') -%}
    {{ run_hooks(pre_hooks) }}
    {%- set rows = prepare_run_table(target_relation, sql) -%}
    {%- call statement('main') -%}
        insert overwrite table {{ target_relation }} select * from {{ rows }}
    {%- endcall -%}
    {{ run_hooks(post_hooks) }}
    {{ return({'relations': [target_relation]}) }}
{% endmaterialization %}
