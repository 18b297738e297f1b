{#-
    Writes what `cast_errors` of a table of `cdc_table` holds into `cdc_cast_errors`, in the place of what it held of the table. Post-hook of such models.
    relation: the table. Renders SQL, nothing where neither what the run has written nor `cdc_cast_errors` has an error of the table.
-#}
{% macro store_cast_errors(relation) %}
    {%- set errors = ref('cdc_cast_errors') -%}
    {#- dbt renders a hook when it reads the project, too. -#}
    {%- if not execute -%}{{ return('') }}{%- endif -%}
    {%- if rosetta_cdc.table_run().mode == 'incremental' and not rosetta_cdc.kept('cast errors are counted again') and not rosetta_cdc._may_have_cast_errors(relation, errors) -%}{{ return('') }}{%- endif -%}
    {%- set table = config.get('meta')['cdc_table'] -%}
    insert into {{ errors }}
    replace where model_name = {{ rosetta_cdc.sql_text_literal(model.name) }}
    select
        {{ rosetta_cdc.sql_text_literal(model.name) }} as model_name,
        {{ rosetta_cdc.sql_text_literal(table.table_id) }} as table_id,
        e.column as column_name,
        map({% for column in table.columns %}'{{ column.name }}', '{{ column.type }}'{{ ', ' if not loop.last }}{% endfor %})[e.column] as data_type,
        e.encoding,
        e.error,
        count(*) as row_count,
        min(event_id) as example_event_id,
        {{ rosetta_cdc.run_time() }} as checked_at
    from {{ relation }}
        lateral view explode(cast_errors) failed as e
    where cast_errors is not null
    group by e.column, e.encoding, e.error
{% endmacro %}

{#-
    Whether `cdc_cast_errors` has errors of the model's table, or the rows that the run has written. Rows of a single run of the history are converted once more for it: to look for them in the table that
    was just written takes longer. relation: the table. errors: relation of `cdc_cast_errors`.
-#}
{% macro _may_have_cast_errors(relation, errors) %}
    {%- set run = rosetta_cdc.table_run() -%}
    {%- if model.name in rosetta_cdc.models_with_cast_errors(errors) -%}{{ return(true) }}{%- endif -%}
    {#- In one part, whose answer takes one job: few rows. Asked for one row, Spark would look into the parts one after the other. -#}
    {%- set written = '(select /*+ coalesce(1) */ cast_errors from (' ~ rosetta_cdc.rows_of_model(model.compiled_code) ~ '\n))' if run.only else relation ~ ' where applied_at > timestamp_micros(' ~ run.after_micros ~ ')' -%}
    {{ return(run_query('select count(cast_errors) from ' ~ written).columns[0].values()[0] > 0) }}
{% endmacro %}
