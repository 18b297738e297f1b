{#-
    Raises an error if the row history, which grew over years, would be folded in full by mistake: on any target but `local` that wants the variable
    cdc_allow_full_refresh. Called by `check_command`, and where a history has to be folded in full for another reason. name: what would be refreshed.
-#}
{% macro check_full_refresh(name) %}
    {%- if target.name != 'local' and not rosetta_cdc.variable('cdc_allow_full_refresh') -%}
        {{ exceptions.raise_compiler_error(
            name ~ ': a full refresh on target ' ~ target.name ~ " needs --vars 'cdc_allow_full_refresh: true'"
        ) }}
    {%- endif -%}
{% endmacro %}
