{#-
    SQL of the rows of a model of `cdc_table`. In a session that goes on, those of the newest run of the history come from a plan that the session keeps (see `analysed_rows`): to analyse all the
    conversions takes longer than to do them, and they are asked for twice, by the table and by `cdc_cast_errors`. Not where the model reads more than the macro does. query: the model's SQL.
-#}
{% macro rows_of_model(query) %}
    {%- set read_by_macro = rosetta_cdc._read_beside() + ['cdc_current_rows'] -%}
    {%- set others = [] -%}
    {%- for node in model.depends_on.nodes if node.split('.')[-1] not in read_by_macro -%}{%- do others.append(node) -%}{%- endfor -%}
    {%- if not rosetta_cdc.table_run().only or others -%}{{ return(query) }}{%- endif -%}
    {%- if rosetta_cdc.kept('rows of ' ~ this) is none -%}{%- do rosetta_cdc.keep('rows of ' ~ this, rosetta_cdc.analysed_rows(query, '')) -%}{%- endif -%}
    {{ return(rosetta_cdc.kept('rows of ' ~ this)) }}
{% endmacro %}
