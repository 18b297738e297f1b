{#- A Delta table as a version of it. With --empty, which reads no rows, as it is: a view may stand in for it (see `stand_in`). table: relation. version: number. Renders a relation. -#}
{% macro at_version(table, version) -%}
    {{ table }}{{ ' version as of ' ~ version if not flags.EMPTY }}
{%- endmacro %}
