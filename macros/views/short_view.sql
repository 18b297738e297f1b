{#-
    The SQL of a view without what only a reader of it needs, if it is long: the blanks at the begin of lines, and lines that are comments. Derby, the embedded metastore, holds no view of more than
    32,700 characters. sql: without a literal that has such a line. Returns SQL.
-#}
{% macro short_view(sql) %}
    {%- if sql | length < 32000 -%}{{ return(sql) }}{%- endif -%}
    {{ return(modules.re.sub('\n[ \t]+', '\n', modules.re.sub('(?m)^[ \t]*(--[^\n]*)?\n', '', sql))) }}
{% endmacro %}
