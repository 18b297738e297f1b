{#-
    The commit of raw up to which the model's table, `cdc_events`, holds everything, as its own commits name it: version and time as one text, empty where none of the newest says so. A
    commit that replaced the table's rows, or put it back, ends the search: what lies before is no longer what the table holds.
-#}
{% macro raw_bookmark() %}
    {%- for commit in rosetta_cdc.recent_commits(this) -%}
        {%- set named = modules.re.search('(?:^| )raw:(.+)', commit['userMetadata'] or '') -%}
        {%- if named -%}{{ return(named[1]) }}{%- endif -%}
        {%- if commit['operation'] not in ('WRITE', 'MERGE', 'OPTIMIZE', 'SET TBLPROPERTIES', 'UNSET TBLPROPERTIES', 'ADD COLUMNS', 'CLUSTER BY', 'VACUUM START', 'VACUUM END') -%}{{ return('') }}{%- endif -%}
    {%- endfor -%}
    {{ return('') }}
{% endmacro %}
