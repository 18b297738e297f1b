{#-
    The value of a variable of this project, the same in nodes of any project: dbt's `var` knows in a node of another project nothing of the defaults here. From the command line, else of the
    root project's `vars: rosetta_cdc:`, else of its `vars:`, else the default in this project's `dbt_project.yml`.
    name: one of the variables there. Returns any value.
-#}
{% macro variable(name) %}
    {%- set given = adapter.config.vars.to_dict() -%}
    {%- if name in adapter.config.cli_vars or name not in given.get('rosetta_cdc', {}) and var(name, none) is not none -%}{{ return(var(name)) }}{%- endif -%}
    {{ return((given.rosetta_cdc or {}).get(name, adapter.config.load_dependencies()['rosetta_cdc'].vars.to_dict().get(name) if 'rosetta_cdc' in adapter.config.load_dependencies() else none)) }}
{% endmacro %}
