{{ config(materialized='run_table') }}

{% set run = rosetta_cdc.run_of() %}
{% do rosetta_cdc.leave_table() if run.mode == 'none' %}
{# Of very many events each partition takes some, so that its sorts stay in memory. #}
{% do rosetta_cdc.run_with_setting('spark.sql.shuffle.partitions', run.events // 100000) if run.events > 500000 %}
{% set is_small_run = rosetta_cdc.few_events(run) %}
{% do rosetta_cdc.interpret_small(run.events) if is_small_run %}
{# Spark would plan the rest anew after each of the exchanges: of so few rows a quarter of the time. #}
{% do rosetta_cdc.run_with_setting('spark.sql.adaptive.enabled', 'false') if is_small_run %}

{# Of a run that refolds rows `fold_stream` has a text of its own. #}
{% do rosetta_cdc.analyse_once([ref('fold_stream')]) if run.mode == 'incremental' and not run.refolded %}

{{ rosetta_cdc.fold(ref('fold_stream')) }}
