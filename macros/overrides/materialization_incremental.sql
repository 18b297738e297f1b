{#-
    Materialization `incremental`: the adapter's, with ways to spare statements. A table that its model leaves (see `leave_table`), and one that was made of the same inputs (see
    `note_inputs`), cost none; into one that is known to have the columns of its model (see `append_columns`) rows go without a temporary view and without asking for columns of both. Its
    commits carry the name that the model has kept.
-#}
{% materialization incremental, adapter='spark', supported_languages=['sql', 'python'] %}
    {%- set columns = kept('columns of ' ~ this) -%}
    {%- set has_columns = columns is not none and is_incremental() and noted_properties().get('rosetta.columns') == columns -%}
    {%- set commit_name = kept('commit name of ' ~ this) -%}
    {%- if columns is not none and not has_columns -%}
        {%- do begin_settings() -%}
        {%- do name_commits(commit_name) if commit_name -%}
        {%- set made = dbt.materialization_incremental_spark() -%}
        {%- do end_settings() -%}
        {%- do unname_commits() -%}
        {%- do forget_commits(this) -%}
        {%- set rules = kept('event rules of ' ~ this) -%}
        {%- do run_query(
            'alter table ' ~ this ~ " set tblproperties ('rosetta.columns' = '" ~ columns ~ "'"
            ~ (", 'rosetta.event_rules' = '" ~ event_rules_text(rules) ~ "'" if rules is not none else '') ~ ')'
        ) -%}
        {{ return(made) }}
    {%- elif kept('left ' ~ this) or (config.get('incremental_strategy') == 'where_changed' and is_incremental() and noted_properties().get('rosetta_cdc.inputs') == inputs_digest()) -%}
        {%- call noop_statement('main', 'unchanged') -%}{%- endcall -%}
    {%- elif has_columns -%}
        {{ run_hooks(pre_hooks) }}
        {%- do get_assert_columns_equivalent(sql) if config.get('contract').enforced -%}
        {{ begin_settings() }}
        {%- call statement('main') -%}
        {{ table_merge('(' ~ rows_of_model(sql) ~ ')', this, kept('names of columns of ' ~ this)) if config.get('incremental_strategy') == 'cdc_table' else 'insert into table ' ~ this ~ commit_named(commit_name) ~ ' by name ' ~ sql }}
        {%- endcall -%}
        {{ end_settings() }}
        {%- do forget_commits(this) -%}
        {#- As the adapter does: neither costs a statement where nothing is configured. -#}
        {%- do apply_grants(this, config.get('grants'), should_revoke=true) -%}
        {%- do persist_docs(this, model) -%}
        {{ run_hooks(post_hooks) }}
    {%- else -%}
        {%- do begin_settings() -%}
        {%- set made = dbt.materialization_incremental_spark() -%}
        {%- do end_settings() -%}
        {{ return(made) }}
    {%- endif -%}
    {{ return({'relations': [this.incorporate(type='table')]}) }}
{% endmaterialization %}
