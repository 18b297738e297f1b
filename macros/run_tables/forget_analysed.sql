{#-
    Drops the plans that `analysed_rows` has kept in this session: called where a table is made again of which they hold the former one. Not those that a model of this command works with, perhaps
    at this moment in another thread: what such a plan reads was made before it.
-#}
{% macro forget_analysed() %}
    {%- if rosetta_cdc.in_one_session() -%}
        {%- for view, is_in_use in rosetta_cdc._analysed_views().items() | list if not is_in_use -%}
            {%- do run_query('drop view if exists ' ~ view) -%}
            {%- do rosetta_cdc._analysed_views().pop(view, none) -%}
        {%- endfor -%}
    {%- endif -%}
{% endmacro %}
