{#-
    Raises an error if a full refresh of what grew over years would start by mistake: on any target but `local` it wants the variable cdc_allow_full_refresh.
    The variable must be true or false. name: what would be refreshed.
-#}
{% macro check_full_refresh(name) %}
    {%- set allowed = var('cdc_allow_full_refresh') -%}
    {%- if allowed is not boolean -%}
        {{ exceptions.raise_compiler_error("variable cdc_allow_full_refresh is '" ~ allowed ~ "', not true or false") }}
    {%- endif -%}
    {%- if target.name != 'local' and not allowed -%}
        {{ exceptions.raise_compiler_error(
            name ~ ': a full refresh on target ' ~ target.name ~ " needs --vars 'cdc_allow_full_refresh: true'"
        ) }}
    {%- endif -%}
{% endmacro %}
