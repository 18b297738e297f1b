{#-
    Column types from a list of {name, type}: map<string,string>. Null where the list is null; names that are null are left out.
    Of a name that stands twice the first type is taken (the images decide whether a column is there twice).
-#}
{% macro column_types_from_list(list) -%}
    {{ return(adapter.dispatch('column_types_from_list', 'rosetta_cdc')(list)) }}
{%- endmacro %}

{#- What `column_types_from_list` does where no project overrides it. -#}
{% macro default__column_types_from_list(list) -%}
    case
        when {{ list }} is null then null
        when size({{ rosetta_cdc.distinct_names(list ~ '.name') }}) = size({{ list }})
            then map_from_arrays({{ list }}.name, {{ list }}.type)
        else map_from_entries(transform(
            {{ rosetta_cdc.distinct_names(list ~ '.name') }},
            n -> struct(n as key, get(filter({{ list }}, c -> c.name = n), 0).type as value)
        ))
    end
{%- endmacro %}
