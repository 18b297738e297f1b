{#-
    Notes in the table of a model of `cdc_table` for which definition it was made, and the newest run of the history that it holds. Post-hook of such models. Renders SQL, `select 1` where
    both are noted.
-#}
{% macro store_definition() %}
    {%- if not rosetta_cdc.reads_tables(['run', 'build']) -%}{{ return('select 1') }}{%- endif -%}
    {#- A table that was made anew has lost its properties. -#}
    {%- if rosetta_cdc.table_run().mode == 'full' -%}{%- do rosetta_cdc.keep('properties of ' ~ this, none) -%}{%- endif -%}
    {%- set given = {'rosetta_cdc.definition': rosetta_cdc._definition()} -%}
    {%- if rosetta_cdc.table_run().until_micros is not none -%}{%- do given.update({'rosetta_cdc.applied_until': rosetta_cdc.table_run().until_micros | string}) -%}{%- endif -%}
    {%- set changed = [] -%}
    {%- for name, value in given.items() if rosetta_cdc.noted_properties().get(name) != value -%}{%- do changed.append("'" ~ name ~ "' = '" ~ value ~ "'") -%}{%- endfor -%}
    {%- if changed -%}
        alter table {{ this }} set tblproperties ({{ changed | join(', ') }})
    {%- else -%}
        select 1
    {%- endif -%}
{% endmacro %}
