{#-
    Materialization `cdc_incremental`: a Delta table to which runs add, as dbt's `incremental` has it, with fewer statements and strategies of the project's own.

    A table that its model leaves (see `leave_table`), and one that was made of the same inputs (see `note_inputs`), cost none. Into one that is known to have the columns of its model (see
    `append_columns`) rows go without a temporary view and without asking for the columns of both; else columns that are missing are added, as `on_schema_change` says. Commits carry the name that
    the model has kept.
    Strategies: `append`; `anew`, each run makes the table anew; `cdc_table`, see `table_merge`; `summary`, see `summary_statement`; `where_changed`, each
    run whose inputs differ makes the table anew, with the columns that the model has today: the model calls `keep_inputs`, and `note_inputs` after each run.
-#}
{% materialization cdc_incremental, adapter='spark' %}
    {%- if flags.EMPTY -%}{{ return(rosetta_cdc.stand_in(sql)) }}{%- endif -%}
    {%- set target_relation = this.incorporate(type='table') -%}
    {%- set existing = load_relation(this) -%}
    {%- set strategy = config.get('incremental_strategy') or 'append' -%}
    {%- set grows = rosetta_cdc.is_incremental_run() -%}
    {%- set columns = rosetta_cdc.kept('columns of ' ~ this) -%}
    {%- set has_columns = grows and columns is not none and rosetta_cdc.noted_properties().get('rosetta.columns') == columns -%}
    {%- set commit_name = rosetta_cdc.kept('commit name of ' ~ this) -%}
    {%- set is_left = rosetta_cdc.kept('left ' ~ this) and (columns is none or has_columns) -%}
    {%- if is_left or (strategy == 'where_changed' and grows and rosetta_cdc.noted_properties().get('rosetta_cdc.inputs') == rosetta_cdc.inputs_digest()) -%}
        {%- call noop_statement('main', 'unchanged') -%}{%- endcall -%}
        {{ return({'relations': [target_relation]}) }}
    {%- endif -%}
    {{ run_hooks(pre_hooks) }}
    {{ rosetta_cdc.begin_settings() }}
    {%- if not grows or strategy == 'where_changed' -%}
        {%- if existing is not none and not existing.is_delta -%}{%- do adapter.drop_relation(existing) -%}{%- endif -%}
        {%- do rosetta_cdc.name_commits(commit_name) if commit_name -%}
        {%- call statement('main') -%}{{ rosetta_cdc.create_table(target_relation, sql) }}{%- endcall -%}
        {%- do persist_constraints(target_relation, model) -%}
        {%- do rosetta_cdc.unname_commits() -%}
    {%- else -%}
        {%- do rosetta_cdc.check_contract(sql) if config.get('contract').enforced -%}
        {%- if has_columns -%}
            {%- set rows = '(' ~ (rosetta_cdc.rows_of_model(sql) if strategy == 'cdc_table' else sql) ~ ')' -%}
        {%- else -%}
            {%- set view = this.incorporate(path={'identifier': this.identifier ~ '__rows'}).include(database=false, schema=false) -%}
            {%- call statement('create_view') -%}{{ create_table_as(true, view, sql) }}{%- endcall -%}
            {%- do process_schema_changes(incremental_validate_on_schema_change(config.get('on_schema_change'), default='ignore'), view, existing) -%}
            {%- set rows = view | string -%}
        {%- endif -%}
        {%- call statement('main') -%}
        {%- if strategy == 'cdc_table' -%}
        {{ rosetta_cdc.table_merge(rows, this, rosetta_cdc.kept('names of columns of ' ~ this) if has_columns else none) }}
        {%- elif strategy == 'summary' -%}
        {{ rosetta_cdc.summary_statement(rows, this) }}
        {%- elif strategy == 'append' -%}
        insert into table {{ this }}{{ rosetta_cdc.commit_named(commit_name) }} by name {{ sql if has_columns else 'select * from ' ~ rows }}
        {%- else -%}
        {{ exceptions.raise_compiler_error('cdc_incremental: strategy ' ~ strategy ~ ' is not one of append, anew, cdc_table, summary, where_changed') }}
        {%- endif -%}
        {%- endcall -%}
    {%- endif -%}
    {{ rosetta_cdc.end_settings() }}
    {%- do rosetta_cdc.forget_commits(this) -%}
    {%- do rosetta_cdc.note_columns(columns) if columns is not none and not has_columns -%}
    {#- As the adapter does: neither costs a statement where nothing is configured. -#}
    {%- do apply_grants(this, config.get('grants'), should_revoke=grows) -%}
    {%- do persist_docs(this, model) -%}
    {{ run_hooks(post_hooks) }}
    {{ return({'relations': [target_relation]}) }}
{% endmaterialization %}
