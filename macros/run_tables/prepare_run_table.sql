{#-
    Makes the table of a run ready for the rows of a query. Returns SQL of the rows in the order of the table's columns: `insert overwrite` of it is what is left to do.

    The table is Parquet without a Delta log: it has one writer and lives for one run, and in small runs the log costs more than the rows (about 0.5 s a
    write, and a job to find the files at each read). A run that is killed leaves what the next one overwrites. The table is made again only where its columns have changed.
    For that the query is put into a temporary view and both are described; not where the table is known to fit a query that differs in versions, moments and runs alone.
    table: relation of the table. query: SQL.
-#}
{% macro prepare_run_table(table, query) %}
    {%- set existing = load_cached_relation(table) -%}
    {%- set fits = existing is not none and existing.is_table and not existing.is_delta -%}
    {%- set digest = rosetta_cdc._query_digest(query) -%}
    {#- What Spark says of the table was read with the list of relations when the command began. -#}
    {%- if fits and digest in (existing.information or '') -%}{{ return(query) }}{%- endif -%}

    {%- set rows = table.identifier ~ '__rows' -%}
    {%- do run_query('create or replace temporary view ' ~ rows ~ ' as ' ~ query) -%}
    {%- set known = [] -%}
    {%- if not fits or rosetta_cdc._columns_text(existing) != rosetta_cdc._columns_text(rows) -%}
        {%- do run_query('drop ' ~ ('view' if existing is not none and existing.is_view else 'table') ~ ' if exists ' ~ table) -%}
        {%- do run_query('create table ' ~ table ~ ' like ' ~ rows ~ ' using parquet') -%}
        {%- do rosetta_cdc.forget_analysed() -%}
    {%- else -%}
        {%- do known.extend(modules.re.findall('[0-9a-f]{32}', (modules.re.findall('rosetta.queries=([^],]*)', existing.information or '') or [''])[0])) -%}
    {%- endif -%}
    {%- do known.append(digest) -%}
    {%- do run_query('alter table ' ~ table ~ " set tblproperties ('rosetta.queries' = '" ~ known[-8:] | join(' ') ~ "')") -%}
    {{ return('select * from ' ~ rows) }}
{% endmacro %}

{#- Digest of a query but for the versions of tables, moments and identities in it, and of the columns that it may take over from the states of rows. -#}
{% macro _query_digest(query) %}
    {%- set text = modules.re.sub('[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}', '', query) -%}
    {%- set text = modules.re.sub("version as of [0-9]+|cast\\([0-9]+ as|table_changes\\([^)]*\\)|[0-9]{10,}|'[0-9]{4}-[0-9]{2}-[0-9]{2}[^']*'", '', text) -%}
    {{ return(local_md5(text ~ rosetta_cdc.state_columns() | tojson)) }}
{% endmacro %}

{#- Names and types of a relation's columns, as one text. -#}
{% macro _columns_text(relation) %}
    {%- set columns = [] -%}
    {%- for row in run_query('describe ' ~ relation).rows -%}{% do columns.append(row['col_name'] ~ ' ' ~ row['data_type']) %}{%- endfor -%}
    {{ return(columns | join(', ')) }}
{% endmacro %}
