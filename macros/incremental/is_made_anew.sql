{#-
    Whether the table of a model of the materialization `cdc_incremental` is made anew: by its config full_refresh, else by dbt's --full-refresh, as dbt has it; by the strategy `anew`; a table of
    `cdc_table` whose model says something else than it was made for (see `table_is_changed`); and a summary with other columns (see `summary_is_changed`). Returns a boolean.
    Raises a compiler error where such a table may not be made anew.
-#}
{% macro is_made_anew() %}
    {%- set configured = config.get('full_refresh') -%}
    {%- set is_changed = rosetta_cdc.table_is_changed() or rosetta_cdc.summary_is_changed() -%}
    {%- if is_changed and configured is false -%}
        {{ exceptions.raise_compiler_error(config.get('incremental_strategy') ~ ': columns, types, zone or table of ' ~ this ~ ' have changed, but full_refresh is false; remove it from the config to have the table rebuilt') }}
    {%- endif -%}
    {{ return(is_changed or config.get('incremental_strategy') == 'anew' or (flags.FULL_REFRESH if configured is none else configured)) }}
{% endmacro %}
