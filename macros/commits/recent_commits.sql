{#-
    The newest commits of a Delta table: rows of `describe history`, newest first, mostly enough for all since the last run, and no dearer than one. Asked once a command.
    relation: the table.
-#}
{% macro recent_commits(relation) %}
    {%- if rosetta_cdc.kept('commits of ' ~ relation) is none -%}
        {%- do rosetta_cdc.keep('commits of ' ~ relation, run_query('describe history ' ~ relation ~ ' limit 50').rows) -%}
    {%- endif -%}
    {{ return(rosetta_cdc.kept('commits of ' ~ relation)) }}
{% endmacro %}
