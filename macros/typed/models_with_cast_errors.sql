{#- Names of the models of which `cdc_cast_errors` had rows when this command first asked: list. errors: relation of `cdc_cast_errors`. -#}
{% macro models_with_cast_errors(errors) %}
    {%- if rosetta_cdc.kept('models with cast errors') is none -%}
        {%- do rosetta_cdc.keep('models with cast errors', run_query('select distinct model_name from ' ~ errors).columns[0].values() | list) -%}
    {%- endif -%}
    {{ return(rosetta_cdc.kept('models with cast errors')) }}
{% endmacro %}
