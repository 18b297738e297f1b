{#-
    Reason `unordered_statement`: the source is ordered by commit time, and statements that empty tables have been met, whose place among the row's events their line does not tell. A condition on an
    arrival that meets a state (see `rows_to_fold`).
-#}
{% macro unordered_statement() -%}
    order_time is not null
{%- endmacro %}
