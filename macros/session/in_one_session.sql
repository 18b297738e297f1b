{#- Whether all statements of a command go to one Spark session, which may outlive it: with dbt-spark's method `session`. Over Thrift each connection has its own. Returns a boolean. -#}
{% macro in_one_session() %}
    {{ return(adapter.config.credentials.method == 'session') }}
{% endmacro %}
