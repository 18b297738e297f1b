{#- The newest commits of a Delta table before this command wrote it, none where it has not or nobody had asked. relation: the table. -#}
{% macro former_commits(relation) %}
    {{ return(rosetta_cdc.kept('former commits of ' ~ relation)) }}
{% endmacro %}
