{#-
    What `cdc_events` unites: dict of format code -> relation that has the format's rows, and `other` for what no format claims. Formats of one layout
    share a relation, so that they are read and planned together. Each is referred to, so that dbt's lineage holds them all.
-#}
{% macro staging_models() %}
    {%- set models = {} -%}
    {%- for code in rosetta_cdc.formats_with('model') -%}
        {%- set project = project_name if code in rosetta_cdc.variable('cdc_own_formats') else 'rosetta_cdc' -%}
        {%- do models.update({code: ref(project, rosetta_cdc.declared_formats()[code].model)}) -%}
    {%- endfor -%}
    {{ return(dict(models, other=ref('stg_unclaimed__messages'))) }}
{% endmacro %}
