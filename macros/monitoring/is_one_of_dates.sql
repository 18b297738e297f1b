{#-
    Whether a column of date is one of some days. column: its name. dates: days as text, none for no day. Renders a condition without parentheses around it:
    after `version as of n` Spark takes `where (` for an alias with columns.
-#}
{% macro is_one_of_dates(column, dates) -%}
    {%- set days = [] -%}
    {%- for day in dates if day is not none -%}{% do days.append("date'" ~ day ~ "'") %}{%- endfor -%}
    {%- set conditions = [] -%}
    {#- Never null, and of the few forms that Delta takes where it replaces rows. -#}
    {%- if days -%}{% do conditions.append(column ~ ' is not null and ' ~ column ~ ' in (' ~ days | join(', ') ~ ')') %}{%- endif -%}
    {%- if none in dates -%}{% do conditions.append(column ~ ' is null') %}{%- endif -%}
    {{ conditions | join(' or ') or 'false' }}
{%- endmacro %}
