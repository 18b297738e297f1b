{#-
    The place of a change in MySQL's binary log as a number that sorts: number of the file, position, row in the event, 16 and 10 digits for the last two. Null where there is no file, or
    position 0, which is none. A binary log begins anew on another server.

    file, position, row: SQL expressions of text; row null is 0. Renders a SQL expression of decimal(38,0).
-#}
{% macro binlog_number(file, position, row) -%}
    {%- set file_number = 'regexp_extract(' ~ file ~ ", '([0-9]+)$', 1)" -%}
    case
        when {{ file_number }} rlike '^[0-9]{1,12}$' and {{ position }} rlike '^[0-9]{1,16}$' and {{ position }} <> '0' and coalesce({{ row }}, '0') rlike '^[0-9]{1,10}$'
            then try_cast(concat({{ file_number }}, lpad({{ position }}, 16, '0'), lpad(coalesce({{ row }}, '0'), 10, '0')) as decimal(38, 0))
    end
{%- endmacro %}
