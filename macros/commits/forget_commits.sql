{#-
    Says that a table has been written: what `recent_commits` knows of it is what it was before (see `former_commits`). relation: the table.
-#}
{% macro forget_commits(relation) %}
    {%- do keep('former commits of ' ~ relation, kept('commits of ' ~ relation)) -%}
    {%- do keep('commits of ' ~ relation, none) -%}
{% endmacro %}
