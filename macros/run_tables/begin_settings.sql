{#-
    Sets what the model's statement has to work with (see `run_with_setting`), and takes back what the statement before it has left in force (see `end_settings`). Costs nothing where both want the
    same.
-#}
{% macro begin_settings() %}
    {%- set wanted = dict(rosetta_cdc._settings_of_project(), **rosetta_cdc.kept('settings of ' ~ this, {})) -%}
    {%- set in_force = rosetta_cdc.kept('settings in force', {}) -%}
    {#- Noted before it is done: what fails half-way is taken back all the same. -#}
    {%- do rosetta_cdc.keep('settings in force', dict(in_force, **wanted)) -%}
    {%- for name in in_force if name not in wanted -%}{%- do run_query('reset ' ~ name) -%}{%- endfor -%}
    {%- for name, value in wanted.items() if in_force.get(name) != value -%}{%- do run_query('set ' ~ name ~ ' = ' ~ value) -%}{%- endfor -%}
    {%- do rosetta_cdc.keep('settings in force', wanted) -%}
{% endmacro %}

{#-
    What each statement of the project's own has to work with: dict of setting -> value. CTEs are put in their places when a statement is read. When it is optimised Spark does the same, but gives
    for each step of a chain new ids to the columns of all steps before it, a tenth of all work in small runs.
    Not where models of others are made in the same session (a CTE that draws random numbers, and is read twice, would be drawn twice), nor where each model has a session of its own, nor for a recursive CTE, which has no place of its own.
-#}
{% macro _settings_of_project() %}
    {%- set is_ours = config.get('materialized') in ['run_table', 'history_table'] or rosetta_cdc.kept('columns of ' ~ this) is not none -%}
    {#- `sql` is dbt's: the model's compiled SQL, nothing while it is being compiled. -#}
    {%- set may_inline = is_ours and rosetta_cdc.in_one_session() and 'with recursive' not in (sql or '') and rosetta_cdc._makes_no_others() -%}
    {{ return({'spark.sql.legacy.inlineCTEInCommands': 'true'} if may_inline else {}) }}
{% endmacro %}

{#- Whether the command makes nothing but models of the project's own materializations, whose SQL is the project's and which all call `begin_settings`, and views. -#}
{% macro _makes_no_others() %}
    {{ return(
        rosetta_cdc._selected_nodes()
        | rejectattr('config.materialized', 'in', ['run_table', 'run_view', 'history_table', 'cdc_incremental', 'cdc_view', 'view', 'ephemeral'])
        | list == []
    ) }}
{% endmacro %}

{#- The nodes that the command makes or tests, listed once: of those that dbt's graph does not tell of, nothing but that they are others. -#}
{% macro _selected_nodes() %}
    {%- if rosetta_cdc.kept('selected nodes') is none -%}
        {%- set nodes = [] -%}
        {%- for unique_id in selected_resources -%}{%- do nodes.append(graph.nodes.get(unique_id, {'name': unique_id, 'config': {'materialized': 'other'}})) -%}{%- endfor -%}
        {%- do rosetta_cdc.keep('selected nodes', nodes) -%}
    {%- endif -%}
    {{ return(rosetta_cdc.kept('selected nodes')) }}
{% endmacro %}
