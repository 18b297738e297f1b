{#-
    Pre-hook of a snapshot of `cdc_current_rows`: gives a snapshot of version 1.0.0 the column equal_rows, by which the snapshot tells states apart. A row stood for one row of the
    source then; without the column every row would get a new state. Renders SQL, nothing where the column is there.
-#}
{% macro add_equal_rows() %}
    {%- set snapshot = load_relation(this) if execute and not flags.EMPTY and flags.WHICH in ('snapshot', 'build') -%}
    {%- if snapshot and 'equal_rows' not in adapter.get_columns_in_relation(snapshot) | map(attribute='name') -%}
        {%- do run_query('alter table ' ~ this ~ ' add columns (equal_rows bigint)') -%}
        update {{ this }} set equal_rows = 1
    {%- endif -%}
{% endmacro %}
