{#-
    Whether the Spark session ends with this command: what it would leave behind for a later one is then left out. So it is where the command line's `dbt` was called, which says so in the environment
    variable ROSETTA_SESSION_ENDS; the loop and the tests run many commands in one session. Returns a boolean.
-#}
{% macro session_ends() %}
    {{ return(rosetta_cdc.in_one_session() and env_var('ROSETTA_SESSION_ENDS', '') == '1') }}
{% endmacro %}
