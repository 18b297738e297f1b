{#-
    What `--empty` makes of a model's table: where there is none, a view without rows that has its columns, and in whose place the next run puts the table. A table that exists is left as it is. In
    both cases Spark plans the model's SQL, and its contract is checked. Returns what a materialization returns. sql: of the model, without a run (see `reads_tables`).
-#}
{% macro stand_in(sql) %}
    {%- set sql = rosetta_cdc.unlimited(sql) -%}
    {%- do rosetta_cdc.check_contract(sql) if config.get('contract').enforced -%}
    {%- set columns = [] -%}
    {%- for column in run_query('describe query ' ~ sql).rows -%}
        {%- do columns.append('cast(null as ' ~ column['data_type'] ~ ') as `' ~ column['col_name'] ~ '`') -%}
    {%- endfor -%}
    {%- if load_cached_relation(this) is none -%}
        {%- call statement('main') -%}create view {{ this }} as select {{ columns | join(', ') }} where false{%- endcall -%}
    {%- else -%}
        {%- call noop_statement('main', 'unchanged') -%}{%- endcall -%}
    {%- endif -%}
    {{ return({'relations': [load_cached_relation(this) or this.incorporate(type='view')]}) }}
{% endmacro %}
