{#- The bytes of a Delta table's newest version, a number, 0 where it is absent or nothing is run. Asked once a command. relation: the table. -#}
{% macro size_of(relation) %}
    {%- if not execute or flags.WHICH not in ('run', 'build') -%}{{ return(0) }}{%- endif -%}
    {%- if kept('size of ' ~ relation) is none -%}
        {%- set detail = run_query('describe detail ' ~ relation).rows[0] if load_relation(relation) is not none else none -%}
        {%- do keep('size of ' ~ relation, detail['sizeInBytes'] | int if detail is not none else 0) -%}
        {%- do keep('marks rows of ' ~ relation, detail is not none and 'delta.enableDeletionVectors' in detail['properties'] | string) -%}
    {%- endif -%}
    {{ return(kept('size of ' ~ relation)) }}
{% endmacro %}
