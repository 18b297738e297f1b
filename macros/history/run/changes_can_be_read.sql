{#- Whether Delta still knows what every version of a table after one, up to another, changed. relation: the table. from_version, newest: the two, numbers. known: how many of the newest commits the caller has seen in the log. Returns a boolean. -#}
{% macro changes_can_be_read(relation, from_version, newest, known=0) %}
    {%- if newest < from_version -%}{{ return(false) }}{%- endif -%}
    {%- if newest - from_version <= known -%}{{ return(true) }}{%- endif -%}
    {{ return(run_query('describe history ' ~ relation ~ ' limit ' ~ (newest - from_version)).rows | length == newest - from_version) }}
{% endmacro %}
