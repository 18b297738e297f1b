{#- Columns that a table of `cdc_table` has beside the source's. history: whether it holds all versions. shards: whether its rows are of several tables. Returns a dict of name to type. -#}
{% macro technical_columns(history=false, shards=false) %}
    {%- set columns = {'row_id': 'string'} -%}
    {%- if shards -%}{%- do columns.update({'table_id': 'string'}) -%}{%- endif -%}
    {%- do columns.update({'event_id': 'string', 'image_complete': 'boolean', 'equal_rows': 'bigint', 'valid_from': 'timestamp'}) -%}
    {%- if history -%}
        {%- do columns.update({'valid_to': 'timestamp', 'version_number': 'int', 'op': 'string', 'is_current': 'boolean', 'is_deleted': 'boolean'}) -%}
    {%- endif -%}
    {%- do columns.update({'applied_at': 'timestamp', 'cast_errors': 'array<struct<column:string,encoding:string,error:string>>'}) -%}
    {{ return(columns) }}
{% endmacro %}
