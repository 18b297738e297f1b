{#- Says that a table has been written anew: what `is_small` knows of it may be wrong. relation: the table. -#}
{% macro forget_size(relation) %}
    {%- do graph.get('rosetta_cdc_sizes', {}).pop(relation | string, none) -%}
{% endmacro %}
