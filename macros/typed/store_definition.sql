{#-
    Notes in the table of a model of `cdc_table` for which definition it was made, and the newest run of the history that it holds. Post-hook of such models. Renders SQL, `select 1` where
    both are noted.
-#}
{% macro store_definition() %}
    {%- if not reads_tables(['run', 'build']) -%}{{ return('select 1') }}{%- endif -%}
    {#- A table that was made anew has lost its properties. -#}
    {%- if table_run().mode == 'full' -%}{%- do keep('properties of ' ~ this, none) -%}{%- endif -%}
    {%- set given = {'rosetta_cdc.definition': _definition()} -%}
    {%- if table_run().until_micros is not none -%}{%- do given.update({'rosetta_cdc.applied_until': table_run().until_micros | string}) -%}{%- endif -%}
    {%- set changed = [] -%}
    {%- for name, value in given.items() if noted_properties().get(name) != value -%}{%- do changed.append("'" ~ name ~ "' = '" ~ value ~ "'") -%}{%- endfor -%}
    {%- if changed -%}
        alter table {{ this }} set tblproperties ({{ changed | join(', ') }})
    {%- else -%}
        select 1
    {%- endif -%}
{% endmacro %}
