{#-
    The columns of `fold_stream`, which `fold` folds, with their Spark types: dict of name -> type. One row is an event in the life of one row.

    role: `insert`, `snapshot`, `change` (update, upsert), `delete`, `leave` (the old key of a moved row, or a half of a split update that moved), `close` (tombstone,
    TRUNCATE, DROP), `none` (acts on nothing, but counts in the order), `carrier` (the mark of a line left by earlier runs), `opening` (the row's last version
    from earlier runs).
    known_time: committed_at where it may be believed. order_time: own time where the source is ordered by it, else null. own_mark: see the model's page.
    image, encodings, is_complete: the image that the event gives the row, before for `delete` and `leave`. moved_before: the image before a move, at the new key.
    origin_row_id: the row that moved here, by one event, or by halves that lack columns. origin_event_id: the event by which it left. is_alone: half of a split update without another. left_by_half: the other half of the split update left another row.
    opening: what an opening row brings (see `opening_columns`), null on all others.
-#}
{% macro fold_columns() -%}
    {%- set opening -%}
        struct<{% for name in rosetta_cdc.opening_columns() %}{{ name }}: {{ rosetta_cdc.state_columns()[name] }}{{ ', ' if not loop.last }}{% endfor %}>
    {%- endset -%}
    {{ return({
        'row_id': 'string', 'table_id': 'string', 'database_id': 'string', 'row_key': 'string', 'primary_key': 'map<string, string>', 'key_basis': 'string',
        'role': 'string', 'event_id': 'string', 'op': 'string',
        'kafka_cluster': 'string', 'kafka_topic': 'string', 'kafka_topic_incarnation': 'int', 'kafka_partition': 'int', 'kafka_offset': 'bigint',
        'row_index': 'int', 'kafka_timestamp': 'timestamp', 'committed_at': 'timestamp', 'known_time': 'timestamp', 'order_time': 'timestamp',
        'own_mark': rosetta_cdc.mark_type(), 'sequence_number': 'decimal(38, 0)', 'identity': 'bigint', 'transaction_key': 'bigint',
        'image': 'map<string, string>', 'encodings': 'map<string, string>', 'is_complete': 'boolean', 'moved_before': 'map<string, string>',
        'origin_row_id': 'string', 'origin_event_id': 'string', 'is_alone': 'boolean', 'left_by_half': 'boolean', 'opening': opening
    }) }}
{%- endmacro %}
