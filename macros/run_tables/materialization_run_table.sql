{#-
    Materialization `run_table`: a table that every run fills with rows of its own (see `prepare_run_table`), or leaves (see `leave_table`). Only models of the same run read it.
-#}
{% materialization run_table, adapter='spark' %}
    {%- set target_relation = this.incorporate(type='table') -%}
    {{ run_hooks(pre_hooks) }}
    {%- set is_left = kept('left ' ~ this) -%}
    {%- set rows = none if is_left else prepare_run_table(target_relation, sql) -%}
    {%- set setting = none if is_left else kept('setting of ' ~ this) -%}
    {%- if setting -%}
        {%- set before = run_query('set ' ~ setting.name).columns['value'].values()[0] -%}
        {%- do run_query('set ' ~ setting.name ~ ' = ' ~ setting.value) -%}
    {%- endif -%}
    {%- call statement('main') -%}
        {%- if is_left -%}
        select 1
        {%- else -%}
        insert overwrite table {{ target_relation }} select * from {{ rows }}
        {%- endif -%}
    {%- endcall -%}
    {%- if setting -%}{%- do run_query('set ' ~ setting.name ~ ' = ' ~ before) -%}{%- endif -%}
    {{ run_hooks(post_hooks) }}
    {{ return({'relations': [target_relation]}) }}
{% endmaterialization %}
