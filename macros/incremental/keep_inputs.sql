{#-
    Keeps in memory, until the command ends, which state of its inputs a model is about to read: called where the model is compiled, so that what changes meanwhile counts as changed.
    Inputs are the Delta tables that the model names in `ref` and `source`.
-#}
{% macro keep_inputs() %}
    {%- if rosetta_cdc.reads_tables(['run', 'build']) -%}
        {%- set states = [] -%}
        {%- for unique_id in model.depends_on.nodes | sort -%}
            {%- set node = graph.nodes.get(unique_id) or graph.sources[unique_id] -%}
            {%- set table = api.Relation.create(schema=node.schema, identifier=node.get('alias') or node.identifier) -%}
            {%- set detail = run_query('describe detail ' ~ table).rows[0] -%}
            {%- do states.append([detail['id'], detail['lastModified'] | string, detail['numFiles'] | int, detail['sizeInBytes'] | int]) -%}
        {%- endfor -%}
        {%- do rosetta_cdc.keep('inputs of ' ~ this, states) -%}
    {%- endif -%}
{% endmacro %}
