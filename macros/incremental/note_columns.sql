{#- Notes in the model's table that it has the columns of its model (see `append_columns`), and by which rules its events were made, if it holds events. columns: digest of the columns. -#}
{% macro note_columns(columns) %}
    {%- set rules = rosetta_cdc.kept('event rules of ' ~ this) -%}
    {%- do run_query(
        'alter table ' ~ this ~ " set tblproperties ('rosetta.columns' = '" ~ columns ~ "'"
        ~ (", 'rosetta.event_rules' = '" ~ rosetta_cdc.event_rules_text(rules) ~ "'" if rules is not none else '') ~ ')'
    ) -%}
{% endmacro %}
