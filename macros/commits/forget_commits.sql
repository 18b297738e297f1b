{#-
    Says that a table has been written: what `recent_commits` knows of it is what it was before (see `former_commits`). relation: the table.
-#}
{% macro forget_commits(relation) %}
    {%- do rosetta_cdc.keep('former commits of ' ~ relation, rosetta_cdc.kept('commits of ' ~ relation)) -%}
    {%- do rosetta_cdc.keep('commits of ' ~ relation, none) -%}
{% endmacro %}
