{#-
    The thresholds of variable cdc_thresholds as rows of a query: check_name, warn_above, fail_above (double, null for never). Renders a query.
-#}
{% macro monitoring_thresholds() -%}
    select *
    from
        values
        {#- dbt renders this before `check_variables` has looked. #}
        {%- for name, levels in (rosetta_cdc.variable('cdc_thresholds').items() if rosetta_cdc.variable('cdc_thresholds') is mapping else []) %}
        ('{{ name }}', cast({{ levels[0] if levels[0] is not none else 'null' }} as double), cast({{ levels[1] if levels[1] is not none else 'null' }} as double)){{ ',' if not loop.last }}
        {%- endfor %}
        as thresholds (check_name, warn_above, fail_above)
{%- endmacro %}
