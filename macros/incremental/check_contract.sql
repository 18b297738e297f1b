{#-
    Checks a model's contract. dbt plans the model's query once more to learn its columns, which costs `cdc_events` as much as a small run. That model's select list is rendered from `event_columns`
    with a cast each: the macro's names and types are compared with the contract instead. Every other model is checked as dbt does.

    sql: the model's compiled SQL. Raises dbt's contract error, which lists what differs.
-#}
{% macro check_contract(sql) %}
    {%- if model['name'] != 'cdc_events' -%}
        {{ return(assert_columns_equivalent(sql)) }}
    {%- endif -%}
    {%- set rendered = [] -%}
    {%- for name, type in rosetta_cdc.event_columns().items() -%}
        {%- do rendered.append({'name': name, 'data_type': type, 'formatted': name ~ ' ' ~ type}) -%}
    {%- endfor -%}
    {%- set declared = [] -%}
    {%- for name, column in model['columns'].items() -%}
        {%- do declared.append({'name': name, 'data_type': column['data_type'], 'formatted': name ~ ' ' ~ column['data_type']}) -%}
    {%- endfor -%}
    {%- if rendered != declared -%}
        {%- do exceptions.raise_contract_error(declared, rendered) -%}
    {%- endif -%}
{% endmacro %}
