{#-
    A select list of all columns of `fold_columns` for what enters `fold_stream`, null where it has no such column.

    kind: `entry`, an event of the row (columns of `row_entries`); `closing`, a statement that empties a table, on one row of it (columns of `table_entries` beside row_id, table_id, database_id, row_key); `opening`, the row's
    last version from its `state`; `carrier`, one `line` of its state.
-#}
{% macro stream_rows(kind) -%}
    {%- set given = {'row_id': none, 'table_id': none, 'database_id': none, 'row_key': none, 'role': "'" ~ kind ~ "'"} -%}
    {%- set record = ['kafka_cluster', 'kafka_topic', 'kafka_topic_incarnation', 'kafka_partition', 'kafka_offset', 'row_index'] -%}
    {%- if kind == 'entry' -%}
        {%- for name in rosetta_cdc.fold_columns() if name != 'opening' -%}{%- do given.update({name: none}) -%}{%- endfor -%}
    {%- elif kind == 'closing' -%}
        {%- set of_rows = ['primary_key', 'key_basis', 'image', 'encodings', 'moved_before', 'origin_row_id', 'origin_event_id', 'is_alone', 'left_by_half', 'opening'] -%}
        {%- for name in rosetta_cdc.fold_columns() if name not in of_rows -%}{%- do given.update({name: none}) -%}{%- endfor -%}
        {%- do given.update({'role': "'close'", 'is_complete': 'false'}) -%}
    {%- elif kind == 'opening' -%}
        {%- do given.update({
            'known_time': 'state.known_until', 'image': 'state.row_image', 'encodings': 'state.column_encodings', 'is_complete': 'state.image_complete'
        }) -%}
        {%- for name in record + ['event_id', 'op', 'kafka_timestamp', 'committed_at', 'sequence_number', 'primary_key', 'key_basis'] -%}
            {%- do given.update({name: 'state.' ~ name}) -%}
        {%- endfor -%}
        {%- set opening = [] -%}
        {%- for name in rosetta_cdc.opening_columns() -%}{%- do opening.append('state.' ~ name) -%}{%- endfor -%}
        {%- do given.update({'opening': 'struct(' ~ opening | join(', ') ~ ')'}) -%}
    {%- else -%}
        {%- do given.update(rosetta_cdc.columns_of_line('line')) -%}
    {%- endif -%}
    {%- for name, type in rosetta_cdc.fold_columns().items() -%}
        cast({{ given.get(name, 'null') or name }} as {{ type }}) as {{ name }}{{ ', ' if not loop.last }}
    {%- endfor -%}
{%- endmacro %}
