{#-
    Takes out of `cdc_cast_errors` what it holds of models that the project no longer has. Called where that model is compiled: a run that finds nothing to take out leaves the table (see `leave_table`).
    Where the table is made anew its rows are those of the models, which have to write them again.
-#}
{% macro forget_cast_errors() %}
    {%- if not rosetta_cdc.reads_tables(['run', 'build']) -%}{{ return('') }}{%- endif -%}
    {%- if not rosetta_cdc.is_incremental_run() -%}
        {%- do rosetta_cdc.keep('cast errors are counted again', true) -%}
    {%- else -%}
        {%- set names = [] -%}
        {%- for node in graph.nodes.values() if node.config.meta.cdc_table -%}{%- do names.append(node.name) -%}{%- endfor -%}
        {%- set gone = [] -%}
        {%- for name in rosetta_cdc.models_with_cast_errors(this) if name not in names -%}{%- do gone.append(rosetta_cdc.sql_text_literal(name)) -%}{%- endfor -%}
        {%- do run_query('delete from ' ~ this ~ ' where model_name in (' ~ gone | join(', ') ~ ')') if gone -%}
        {%- do rosetta_cdc.leave_table() -%}
    {%- endif -%}
{% endmacro %}
