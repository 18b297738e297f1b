{#-
    Materialization `run_view`: a view whose text is that of one run, made by each run or left (see `leave_table`). One whose text is that of the run before
    is left, too (see `view_is_made`). Only models of the same run read it.
-#}
{% materialization run_view, adapter='spark' %}
    {%- if flags.EMPTY and not rosetta_cdc.kept('left ' ~ this) -%}{{ return(rosetta_cdc.stand_in(sql)) }}{%- endif -%}
    {%- set target_relation = this.incorporate(type='view') -%}
    {{ run_hooks(pre_hooks) }}
    {%- set existing = load_cached_relation(target_relation) -%}
    {%- set is_left = rosetta_cdc.kept('left ' ~ this) -%}
    {%- if existing is not none and not existing.is_view -%}{%- do adapter.drop_relation(existing) -%}{%- endif -%}
    {%- do rosetta_cdc.keep('text of ' ~ this, sql) -%}
    {%- if is_left or rosetta_cdc.view_is_made(existing, sql) -%}
        {%- call noop_statement('main', 'unchanged') -%}{%- endcall -%}
    {%- else -%}
        {%- call statement('main') -%}
        create or replace view {{ target_relation }} as {{ sql }}
        {%- endcall -%}
    {%- endif -%}
    {{ run_hooks(post_hooks) }}
    {{ return({'relations': [target_relation]}) }}
{% endmaterialization %}
