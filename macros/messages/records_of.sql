{#-
    A relation of Kafka records. In a unit test its rows need only the columns that matter there: those that they leave out are null.

    relation: the relation. columns: names of the columns that are read beside those of `record_columns`, by default those of `raw.kafka_messages`.
    Returns what `from` takes: outside of unit tests the relation itself.
-#}
{% macro records_of(relation, columns=['kafka_key', 'kafka_value', 'format']) -%}
    {%- if not rosetta_cdc.in_unit_test() -%}{{ return(relation) }}{%- endif -%}
    {%- set types = dict(rosetta_cdc.staged_columns(), kafka_key='binary', kafka_value='binary', images='array<map<string, string>>', image_columns='int') -%}
    {#- A name in a select list is the relation's column, else one of the list itself. #}
    (
        from {{ relation }}
        |> select
            {%- for name in rosetta_cdc.record_columns() + columns %}
            cast(null as {{ types.get(name, 'string') }}) as {{ name }},
            {%- endfor %}
            struct({{ (rosetta_cdc.record_columns() + columns) | join(', ') }}) as given
        |> select given.*
    )
{%- endmacro %}
