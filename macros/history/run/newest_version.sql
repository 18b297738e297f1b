{#- The newest version of a Delta table, a number. relation: the table. -#}
{% macro newest_version(relation) %}
    {{ return(run_query('describe history ' ~ relation ~ ' limit 1').rows[0]['version'] | int) }}
{% endmacro %}
