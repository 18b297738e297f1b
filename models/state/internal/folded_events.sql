{{ config(materialized='run_table') }}

{% set run = run_of() %}
{% do leave_table() if run.mode == 'none' %}
{# Of very many events each partition takes some, so that its sorts stay in memory. #}
{% do run_with_setting('spark.sql.shuffle.partitions', run.events // 100000) if run.events > 500000 %}
{% set is_small_run = few_events(run) %}
{% do interpret_small(run.events) if is_small_run %}
{# Spark would plan the rest anew after each of the exchanges: of so few rows a quarter of the time. Not worth a statement in a session that ends. #}
{% do run_with_setting('spark.sql.adaptive.enabled', 'false') if is_small_run and not session_ends() %}

{# Of a run that refolds rows `fold_stream` has a text of its own. #}
{% do analyse_once([ref('fold_stream')]) if run.mode == 'incremental' and not run.refolded %}

{{ fold(ref('fold_stream')) }}
