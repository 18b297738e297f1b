{#-
    Materialization `run_table`: a table that every run fills with rows of its own (see `prepare_run_table`), or leaves (see `leave_run_table`). Only models of the same run read it.
-#}
{% materialization run_table, adapter='spark' %}
    {%- set target_relation = this.incorporate(type='table') -%}
    {{ run_hooks(pre_hooks) }}
    {%- set is_left = graph.get('left_tables', {}).get(model.unique_id) == invocation_id and load_cached_relation(target_relation) is not none -%}
    {%- set rows = none if is_left else prepare_run_table(target_relation, sql) -%}
    {%- call statement('main') -%}
        {%- if is_left -%}
        select 1
        {%- else -%}
        insert overwrite table {{ target_relation }} select * from {{ rows }}
        {%- endif -%}
    {%- endcall -%}
    {{ run_hooks(post_hooks) }}
    {{ return({'relations': [target_relation]}) }}
{% endmaterialization %}
