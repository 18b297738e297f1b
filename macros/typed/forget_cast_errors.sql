{#- Takes out of `cdc_cast_errors` what it holds of models that the project no longer has. Pre-hook of that model. Renders SQL, `select 1` where there is nothing. -#}
{% macro forget_cast_errors() %}
    {%- if execute and is_incremental() -%}
        {%- set names = [] -%}
        {%- for node in graph.nodes.values() if node.config.meta.cdc_table -%}{%- do names.append(sql_text_literal(node.name)) -%}{%- endfor -%}
        delete from {{ this }}{% if names %} where model_name not in ({{ names | join(', ') }}){% endif %}
    {%- else -%}
        {#- Its rows are those of the models: they have to write them again. -#}
        {%- do keep('cast errors are counted again', true) if execute -%}
        select 1
    {%- endif -%}
{% endmacro %}
