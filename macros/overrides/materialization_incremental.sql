{#-
    Materialization `incremental`: the adapter's, with ways to spare statements. A table that its model leaves (see `leave_table`), and one that was made of the same inputs (see
    `note_inputs`), cost none; into one that is known to have the columns of its model (see `append_columns`) rows go without a temporary view and without asking for columns of both. Its
    commits carry the name that the model has kept.
-#}
{% materialization incremental, adapter='spark', supported_languages=['sql', 'python'] %}
    {%- set columns = rosetta_cdc.kept('columns of ' ~ this) -%}
    {%- set has_columns = columns is not none and is_incremental() and rosetta_cdc.noted_properties().get('rosetta.columns') == columns -%}
    {%- set commit_name = rosetta_cdc.kept('commit name of ' ~ this) -%}
    {%- if columns is not none and not has_columns -%}
        {%- do rosetta_cdc.begin_settings() -%}
        {%- do rosetta_cdc.name_commits(commit_name) if commit_name -%}
        {%- set made = dbt.materialization_incremental_spark() -%}
        {%- do rosetta_cdc.end_settings() -%}
        {%- do rosetta_cdc.unname_commits() -%}
        {%- do rosetta_cdc.forget_commits(this) -%}
        {%- set rules = rosetta_cdc.kept('event rules of ' ~ this) -%}
        {%- do run_query(
            'alter table ' ~ this ~ " set tblproperties ('rosetta.columns' = '" ~ columns ~ "'"
            ~ (", 'rosetta.event_rules' = '" ~ rosetta_cdc.event_rules_text(rules) ~ "'" if rules is not none else '') ~ ')'
        ) -%}
        {{ return(made) }}
    {%- elif rosetta_cdc.kept('left ' ~ this) or (config.get('incremental_strategy') == 'where_changed' and is_incremental() and rosetta_cdc.noted_properties().get('rosetta_cdc.inputs') == rosetta_cdc.inputs_digest()) -%}
        {%- call noop_statement('main', 'unchanged') -%}{%- endcall -%}
    {%- elif has_columns -%}
        {{ run_hooks(pre_hooks) }}
        {%- do get_assert_columns_equivalent(sql) if config.get('contract').enforced -%}
        {{ rosetta_cdc.begin_settings() }}
        {%- call statement('main') -%}
        {{ rosetta_cdc.table_merge('(' ~ rosetta_cdc.rows_of_model(sql) ~ ')', this, rosetta_cdc.kept('names of columns of ' ~ this)) if config.get('incremental_strategy') == 'cdc_table' else 'insert into table ' ~ this ~ rosetta_cdc.commit_named(commit_name) ~ ' by name ' ~ sql }}
        {%- endcall -%}
        {{ rosetta_cdc.end_settings() }}
        {%- do rosetta_cdc.forget_commits(this) -%}
        {#- As the adapter does: neither costs a statement where nothing is configured. -#}
        {%- do apply_grants(this, config.get('grants'), should_revoke=true) -%}
        {%- do persist_docs(this, model) -%}
        {{ run_hooks(post_hooks) }}
    {%- else -%}
        {%- do rosetta_cdc.begin_settings() -%}
        {%- set made = dbt.materialization_incremental_spark() -%}
        {%- do rosetta_cdc.end_settings() -%}
        {{ return(made) }}
    {%- endif -%}
    {{ return({'relations': [this.incorporate(type='table')]}) }}
{% endmaterialization %}
