{#-
    Fails where `cdc_pipeline_alerts` has an alert of a check at level `fail`, and warns at level `warn` (see variable cdc_thresholds).
    check: name of the check. Returns a row an alert.
-#}
{% test within_thresholds(model, check) %}
    {{ config(
        fail_calc="coalesce(sum(if(level = 'fail', 1000000, 1)), 0)",
        warn_if='> 0',
        error_if='>= 1000000'
    ) }}
    select *
    from {{ model }}
    where check_name = '{{ check }}'
{% endtest %}
