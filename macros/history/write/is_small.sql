{#-
    Whether a Delta table has some megabytes at most, so that to read or copy all of it is little work. Returns a boolean, true where it is absent or nothing is run. A guess that decides how, not what
    is written: asked once a command, in a process that goes on once in 25 of them.
    relation: the table. bytes: how many it may have.
-#}
{% macro is_small(relation, bytes=8000000) %}
    {%- if not rosetta_cdc.reads_tables(['run', 'build']) -%}{{ return(true) }}{%- endif -%}
    {{ return(rosetta_cdc._size(relation).bytes <= bytes) }}
{% endmacro %}

{#-
    What is known of a table's size: dict of bytes, marks_rows (whether it has deletion vectors), used_by (the last command that asked) and commands (how many have done so since). It is kept in `graph`, which outlives
    the command in a process that parses the project once.
    relation: the table.
-#}
{% macro _size(relation) %}
    {%- set sizes = graph.setdefault('rosetta_cdc_sizes', {}) -%}
    {%- set known = sizes.get(relation | string, {'commands': 25}) -%}
    {%- if known.commands >= 25 or load_relation(relation) is none -%}
        {%- set detail = run_query('describe detail ' ~ relation).rows[0] if load_relation(relation) is not none else none -%}
        {%- set known = {
            'bytes': detail['sizeInBytes'] | int if detail is not none else 0,
            'marks_rows': detail is not none and 'delta.enableDeletionVectors' in detail['properties'] | string,
            'commands': 0 if detail is not none else 25, 'used_by': invocation_id
        } -%}
        {%- do sizes.update({relation | string: known}) -%}
    {%- elif known.used_by != invocation_id -%}
        {%- do known.update({'commands': known.commands + 1, 'used_by': invocation_id}) -%}
    {%- endif -%}
    {{ return(known) }}
{% endmacro %}
