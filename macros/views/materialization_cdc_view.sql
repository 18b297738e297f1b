{#-
    Materialization `cdc_view`: a view as dbt's `view`, but one whose text is that of the model already is left (see `view_is_made`), for making it again costs more than looking.
    The text is the one that dbt has read with the list of relations when the command began.
-#}
{% materialization cdc_view, adapter='spark' %}
    {%- do rosetta_cdc.keep('text of ' ~ this, sql) -%}
    {%- if not rosetta_cdc.view_is_made(load_cached_relation(this), sql) -%}{{ return(create_or_replace_view()) }}{%- endif -%}
    {{ run_hooks(pre_hooks) }}
    {%- call noop_statement('main', 'unchanged') -%}{%- endcall -%}
    {{ run_hooks(post_hooks) }}
    {{ return({'relations': [this.incorporate(type='view')]}) }}
{% endmaterialization %}
