{#-
    Lets the Delta commits of a model's statement carry a name, in Delta's userMetadata, until `unname_commits`. Where all models of a command share one Spark session the name stays for
    those that come after, so that only another one costs a statement.
    name: text.
-#}
{% macro name_commits(name) %}
    {%- if rosetta_cdc.kept('name of commits') != name -%}
        {%- do run_query('set spark.databricks.delta.commitInfo.userMetadata = ' ~ name) -%}
        {%- do rosetta_cdc.keep('name of commits', name) -%}
    {%- endif -%}
{% endmacro %}
