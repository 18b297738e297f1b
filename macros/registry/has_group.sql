{#-
    Whether a pattern has a group of a name, `(?<table>[^.]+)`: Java says so, since the same characters may stand in a class, behind a backslash or between \Q and \E.
    pattern, name: SQL expressions of a Java regular expression and of the name of the group. Renders a SQL condition.
-#}
{% macro has_group(pattern, name) -%}
    (contains({{ pattern }}, concat('?<', {{ name }}, '>')) and try_reflect('java.util.regex.Pattern', 'compile', concat('(?:', {{ pattern }}, r')\k<', {{ name }}, '>')) is not null)
{%- endmacro %}
