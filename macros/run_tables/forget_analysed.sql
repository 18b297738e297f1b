{#- Drops the plans that `analysed_rows` has kept in this session: called where a table is made again of which they hold the former one. -#}
{% macro forget_analysed() %}
    {%- if in_one_session() and not session_ends() -%}
        {%- for view in _analysed_views() -%}{%- do run_query('drop view if exists ' ~ view) -%}{%- endfor -%}
        {%- do keep('analysed views', none) -%}
    {%- endif -%}
{% endmacro %}
