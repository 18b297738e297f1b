{#-
    How what is no event of the run enters the stream of `folded_rows`: dict of column of `fold_columns` -> SQL expression (none: the column of that name).
    kind: `closing`, a statement that empties a table, on one row of it (columns of `table_entries` beside row_id, table_id, database_id, row_key); `seed`, the row's
    last version from its `state`; `carrier`, one `line` of its state.
-#}
{% macro stream_entries(kind) -%}
    {%- set given = {'row_id': none, 'table_id': none, 'database_id': none, 'row_key': none, 'role': "'" ~ kind ~ "'"} -%}
    {%- set record = ['kafka_cluster', 'kafka_topic', 'kafka_topic_incarnation', 'kafka_partition', 'kafka_offset', 'row_index'] -%}
    {%- if kind == 'closing' -%}
        {%- do given.update({'role': "'close'", 'is_complete': 'false'}) -%}
        {%- for name in record + ['event_id', 'op', 'kafka_timestamp', 'committed_at', 'known_time', 'order_time', 'own_mark', 'sequence_number', 'identity', 'transaction_key'] -%}
            {%- do given.update({name: none}) -%}
        {%- endfor -%}
    {%- elif kind == 'seed' -%}
        {%- do given.update({
            'known_time': 'state.known_until', 'image': 'state.row_image', 'encodings': 'state.column_encodings', 'is_complete': 'state.image_complete'
        }) -%}
        {%- for name in record + ['event_id', 'op', 'kafka_timestamp', 'committed_at', 'sequence_number', 'primary_key'] -%}
            {%- do given.update({name: 'state.' ~ name}) -%}
        {%- endfor -%}
    {%- else -%}
        {%- for name in record -%}
            {%- do given.update({name: 'line.' ~ name | replace('kafka_topic_incarnation', 'incarnation') | replace('kafka_', '')}) -%}
        {%- endfor -%}
        {%- do given.update({'own_mark': 'line.mark'}) -%}
    {%- endif -%}
    {{ return(given) }}
{%- endmacro %}
