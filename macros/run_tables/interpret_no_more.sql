{#- Ends what `interpret_small` has begun. Called on-run-end, too, for a command that failed between the two. -#}
{% macro interpret_no_more() %}
    {%- if execute and kept('interprets') -%}
        {%- do run_query('reset spark.sql.codegen.factoryMode') -%}
        {%- do keep('interprets', false) -%}
    {%- endif -%}
{% endmacro %}
