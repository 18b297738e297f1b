{#-
    Raises an error that names a variable of the project and its value where the value is not what the variable takes, before a command runs anything.
    in_run: see `wrong_variable`.
-#}
{% macro check_variables(in_run=false) %}
    {%- for name in rosetta_cdc.kinds_of_variables() -%}
        {%- set wrong = rosetta_cdc.wrong_variable(name, rosetta_cdc.variable(name), in_run) -%}
        {%- if wrong -%}{{ exceptions.raise_compiler_error(wrong) }}{%- endif -%}
    {%- endfor -%}
    {%- do rosetta_cdc.check_formats() -%}
{% endmacro %}
