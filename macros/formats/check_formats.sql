{#-
    Raises an error that names project, file and key of a declaration that cannot be used (see `wrong_declaration`). A model that does not exist dbt names itself.
    The variables `cdc_formats` and `cdc_own_formats` are dicts.
-#}
{% macro check_formats() %}
    {%- for variable, project in {'cdc_formats': 'rosetta_cdc', 'cdc_own_formats': project_name}.items() -%}
        {%- for code, declaration in rosetta_cdc.variable(variable).items() -%}
            {%- set of = 'dbt_project.yml of ' ~ project ~ ', ' ~ variable ~ '.' ~ code -%}
            {%- set wrong = rosetta_cdc.wrong_declaration(variable, code, declaration) -%}
            {%- if wrong -%}{{ exceptions.raise_compiler_error(of ~ wrong) }}{%- endif -%}
            {%- for type, spark_type in declaration.get('types', {}).items() -%}{%- do rosetta_cdc.type_family(spark_type, of ~ '.types.' ~ type) -%}{%- endfor -%}
        {%- endfor -%}
    {%- endfor -%}
{% endmacro %}
