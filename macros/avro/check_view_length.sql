{#-
    Renders an expression made of the user's Avro schemas, or stops with an error that says what to do if the view with it is longer than the embedded
    metastore holds (Derby: 32,700 characters): Hive would try for two minutes and then say nothing of it.

    sql: the expression. number: how many schemas it is made of. limit: characters that the rest of the view leaves it.
-#}
{% macro check_view_length(sql, number, limit=26000) -%}
    {%- if execute and sql | length > limit -%}
        {#- Spark shows that the address is set, but not the address: it may hold a password. Without a driver it is Derby's. -#}
        {%- set address = run_query('set spark.hadoop.javax.jdo.option.ConnectionURL').rows[0]['value'] -%}
        {%- set driver = run_query('set spark.hadoop.javax.jdo.option.ConnectionDriverName').rows[0]['value'] -%}
        {%- if address != '<undefined>' and (driver == '<undefined>' or 'derby' in driver) -%}
            {{ exceptions.raise_compiler_error(
                'cdc_avro_schemas: the SQL that decodes its ' ~ number ~ ' schemas has ' ~ sql | length ~ ' characters, more than a view in the embedded metastore '
                ~ 'can hold (' ~ '{:,}'.format(limit) ~ '). Register fewer schemas (scripts/register_avro), or use a metastore in a database (profiles/README.md, A shared metastore).'
            ) }}
        {%- endif -%}
    {%- endif -%}
    {{ sql }}
{%- endmacro %}
