{#-
    Whether a Delta table has some megabytes at most, so that to read or copy all of it is little work. Returns a boolean, true where it is absent or nothing is run. Asked once a command.
    relation: the table.
-#}
{% macro is_small(relation) %}
    {%- if not execute or flags.WHICH not in ('run', 'build') -%}{{ return(true) }}{%- endif -%}
    {%- if kept('size of ' ~ relation) is none -%}
        {%- set detail = run_query('describe detail ' ~ relation).rows[0] if load_relation(relation) is not none else none -%}
        {%- do keep('size of ' ~ relation, detail['sizeInBytes'] | int if detail is not none else 0) -%}
        {%- do keep('marks rows of ' ~ relation, detail is not none and 'delta.enableDeletionVectors' in detail['properties'] | string) -%}
    {%- endif -%}
    {{ return(kept('size of ' ~ relation) <= 8000000) }}
{% endmacro %}
