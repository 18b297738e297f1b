{#- The names of a list, each once, in the order of their first place, without nulls. names: array<string>. Null for a null list. -#}
{% macro distinct_names(names) -%}
    {{ return(adapter.dispatch('distinct_names', 'rosetta_cdc')(names)) }}
{%- endmacro %}

{#- What `distinct_names` does where no project overrides it. -#}
{% macro default__distinct_names(names) -%}
    case
        {#- Most lists have one name: no `array_except`, which Spark interprets. #}
        when size({{ names }}) = 1 and get({{ names }}, 0) is not null then {{ names }}
        else array_except({{ names }}, array(cast(null as string)))
    end
{%- endmacro %}
