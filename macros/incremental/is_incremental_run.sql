{#-
    Whether a run of a model of the materialization `cdc_incremental` adds to its table, as dbt's `is_incremental` has it for its own: there is a table, and it is not made anew (see `is_made_anew`).
    False where nothing is executed, and in unit tests. Returns a boolean.
-#}
{% macro is_incremental_run() %}
    {%- if not execute or flags.EMPTY or rosetta_cdc.in_unit_test() -%}{{ return(false) }}{%- endif -%}
    {%- set existing = load_relation(this) -%}
    {{ return(existing is not none and existing.type == 'table' and not rosetta_cdc.is_made_anew()) }}
{% endmacro %}
