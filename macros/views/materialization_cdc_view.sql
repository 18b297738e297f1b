{#-
    Materialization `cdc_view`: a view as dbt's `view`, but one whose text and contract are those of the model already is left (see `view_is_made`), for making it again costs more than looking.
    The text is the one that dbt has read with the list of relations when the command began.
-#}
{% materialization cdc_view, adapter='spark' %}
    {%- set target_relation = this.incorporate(type='view') -%}
    {%- set existing = load_cached_relation(this) -%}
    {%- set sql = rosetta_cdc.short_view(rosetta_cdc.unlimited(sql)) -%}
    {%- do rosetta_cdc.keep('text of ' ~ this, sql) -%}
    {{ run_hooks(pre_hooks) }}
    {%- if rosetta_cdc.view_is_made(existing, sql) -%}
        {%- call noop_statement('main', 'unchanged') -%}{%- endcall -%}
    {%- else -%}
        {#- Checks the contract, before anything is dropped. -#}
        {%- set create_view = rosetta_cdc.create_view(target_relation, sql) -%}
        {%- do adapter.drop_relation(existing) if existing is not none and not existing.is_view -%}
        {%- call statement('main') -%}{{ create_view }}{%- endcall -%}
        {%- do apply_grants(target_relation, config.get('grants'), should_revoke=should_revoke(existing, full_refresh_mode=True)) -%}
    {%- endif -%}
    {{ run_hooks(post_hooks) }}
    {{ return({'relations': [target_relation]}) }}
{% endmaterialization %}
