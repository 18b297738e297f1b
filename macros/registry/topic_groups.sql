{#- Names of the groups by which a topic_pattern of the registry gives names that messages lack: `(?<table>[^.]+)` gives table_name. Returns a list. -#}
{% macro topic_groups() %}
    {{ return(['database', 'schema', 'table']) }}
{% endmacro %}
