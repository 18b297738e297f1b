{#-
    Materialization `run_table`: a table that every run fills with rows of its own (see `prepare_run_table`), or leaves (see `leave_table`). Only models of the same run read it.
-#}
{% materialization run_table, adapter='spark' %}
    {%- if flags.EMPTY and not rosetta_cdc.kept('left ' ~ this) -%}{{ return(rosetta_cdc.stand_in(sql)) }}{%- endif -%}
    {%- set target_relation = this.incorporate(type='table') -%}
    {{ run_hooks(pre_hooks) }}
    {%- if rosetta_cdc.kept('left ' ~ this) -%}
        {%- call noop_statement('main', 'unchanged') -%}{%- endcall -%}
    {%- else -%}
        {{ rosetta_cdc.begin_settings() }}
        {%- set rows = rosetta_cdc.prepare_run_table(target_relation, sql) -%}
        {%- if rows == sql and rosetta_cdc.kept('analysed with ' ~ this) is not none -%}{%- set rows = rosetta_cdc.analysed_rows(sql, rosetta_cdc.kept('analysed with ' ~ this)) -%}{%- endif -%}
        {%- call statement('main') -%}
        insert overwrite table {{ target_relation }} {{ rows }}
        {%- endcall -%}
        {{ rosetta_cdc.end_settings() }}
    {%- endif -%}
    {{ run_hooks(post_hooks) }}
    {{ return({'relations': [target_relation]}) }}
{% endmaterialization %}
