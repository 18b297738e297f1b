{#- The table of a model of this project; none where there is none, or what --empty makes in its place (see `stand_in`). name: of the model. Returns a relation. -#}
{% macro table_of(name) %}
    {%- set found = load_relation(rosetta_cdc.relation_of(name)) -%}
    {{ return(found if found is not none and found.is_table else none) }}
{% endmacro %}
