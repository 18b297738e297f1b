{#-
    Reason `earlier_statement`: a statement of an earlier run that emptied the row's table may have its place after the event. A condition on an arrival (see `rows_to_fold`).
-#}
{% macro earlier_statement() -%}
    (state is not null or not is_statement) and exists(emptied_lines, l -> {{ rosetta_cdc.may_be_emptied_after('l') }})
{%- endmacro %}
