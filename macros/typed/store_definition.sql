{#- Notes in the table of a model of `cdc_table` for which definition it was made. Post-hook of such models. Renders SQL, `select 1` where it is noted. -#}
{% macro store_definition() %}
    {%- if not reads_tables(['run', 'build']) or _held_definition() == _definition() -%}
        select 1
    {%- else -%}
        alter table {{ this }} set tblproperties ('rosetta_cdc.definition' = '{{ _definition() }}')
    {%- endif -%}
{% endmacro %}
