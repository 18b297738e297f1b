{#-
    Takes back what `begin_settings` has set, or leaves it to the next statement: where all models of the command share one Spark session and each calls `begin_settings`.
    at_end: whether the command ends. The session may outlive it, and a statement may have failed.
-#}
{% macro end_settings(at_end=false) %}
    {%- if rosetta_cdc.kept('settings in force') and (at_end or not (rosetta_cdc.in_one_session() and rosetta_cdc._makes_no_others())) -%}
        {%- for name in rosetta_cdc.kept('settings in force') -%}{%- do run_query('reset ' ~ name) -%}{%- endfor -%}
        {%- do rosetta_cdc.keep('settings in force', {}) -%}
    {%- endif -%}
{% endmacro %}
