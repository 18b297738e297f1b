{#-
    Raises an error that names project and key of a structure of a format of your own (variable `cdc_own_formats`) which is no SQL condition over `message` and `message_text`. Called
    on-run-start, where the command makes the view that recognises messages by it.
-#}
{% macro check_structures() %}
    {%- if not execute or flags.WHICH not in ('run', 'build') or not rosetta_cdc._is_selected('recognised_messages') -%}{{ return('') }}{%- endif -%}
    {%- for code, declaration in rosetta_cdc.variable('cdc_own_formats').items() if declaration.structure -%}
        {%- set query -%}
            select ({{ declaration.structure }}) is true
            from (select cast(null as struct<{{ rosetta_cdc.message_fields([declaration.structure]) or 'nothing string' }}>) as message, '' as message_text)
        {%- endset -%}
        {#- A script, for its handler: an error in a statement of its own would be dbt's to tell. -#}
        {%- set script -%}
            begin
                declare exit handler for sqlexception begin select false as is_usable; end;
                execute immediate {{ rosetta_cdc.sql_text_literal(query) }};
                select true as is_usable;
            end
        {%- endset -%}
        {%- if not run_query(script).columns[0].values()[0] -%}
            {{ exceptions.raise_compiler_error(
                'dbt_project.yml of ' ~ project_name ~ ', cdc_own_formats.' ~ code ~ ".structure is '" ~ declaration.structure ~ "'; it must be a SQL condition over message"
            ) }}
        {%- endif -%}
    {%- endfor -%}
{% endmacro %}
