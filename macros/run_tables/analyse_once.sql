{#-
    Says, where a model of the materialization `run_table` is compiled, that its query is the same run after run (see `analysed_rows`).
    views: relations of the views of a run that it reads, whose text counts as its own.
-#}
{% macro analyse_once(views) %}
    {%- set texts = [] -%}
    {%- for view in views -%}{%- do texts.append(rosetta_cdc.kept('text of ' ~ view, '')) -%}{%- endfor -%}
    {%- do rosetta_cdc.keep('analysed with ' ~ this, texts | join(' ')) -%}
{% endmacro %}
