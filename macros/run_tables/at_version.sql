{#- A Delta table as a version of it. With --empty, which reads no rows, as it is: a view may stand in for it (see `stand_in`). table: relation. version: number, none for the table as it is. Renders a relation. -#}
{% macro at_version(table, version) -%}
    {{ table }}{{ ' version as of ' ~ version if version is not none and not flags.EMPTY }}
{%- endmacro %}
