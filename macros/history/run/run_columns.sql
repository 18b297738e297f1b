{#- What a run writes into each version: dict of applied_at and run_id to SQL expression. run: see `history_run`. -#}
{% macro run_columns(run) -%}
    {{ return({'applied_at': 'timestamp_micros(' ~ run.applied_micros ~ ')', 'run_id': "'" ~ run.run_id ~ "'"}) }}
{%- endmacro %}
