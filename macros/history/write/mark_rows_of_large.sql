{#-
    Lets merges into a large table mark rows in its files as gone (Delta's deletion vectors) instead of writing the files anew. In a table of some megabytes to make the marks, and to read past
    them ever after, takes longer than to copy it. A table that has grown keeps them. table: relation.
-#}
{% macro mark_rows_of_large(table) %}
    {%- if not rosetta_cdc.is_small(table) and not rosetta_cdc._size(table).marks_rows -%}
        {%- do run_query('alter table ' ~ table ~ " set tblproperties ('delta.enableDeletionVectors' = 'true')") -%}
        {%- do rosetta_cdc._size(table).update({'marks_rows': true}) -%}
    {%- endif -%}
{% endmacro %}
