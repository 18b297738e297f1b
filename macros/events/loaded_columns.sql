{#-
    The select list of `cdc_events`: the columns of `event_columns`, each cast to its type, so that the contract holds by construction. load_id is
    the run that writes the row, loaded_at when it began.
-#}
{% macro loaded_columns() -%}
    {%- set of_the_run = {
        'load_id': "'" ~ invocation_id ~ "'",
        'loaded_at': rosetta_cdc.run_time()
    } -%}
    {%- for name, type in rosetta_cdc.event_columns().items() -%}
        cast({{ of_the_run.get(name, name) }} as {{ type }}) as {{ name }}{{ ', ' if not loop.last }}
    {%- endfor -%}
{%- endmacro %}
