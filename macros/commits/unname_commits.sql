{#-
    Takes the name back that `name_commits` has set. Called where a model's statement has ended, which a shared session need not know, and on-run-end: a later command's commits must not
    carry it.
    at_end: whether the command ends.
-#}
{% macro unname_commits(at_end=false) %}
    {%- if rosetta_cdc.kept('name of commits') and (at_end or not rosetta_cdc.in_one_session()) -%}
        {%- do run_query('reset spark.databricks.delta.commitInfo.userMetadata') -%}
        {%- do rosetta_cdc.keep('name of commits', none) -%}
    {%- endif -%}
{% endmacro %}
