{#-
    The columns of `folded_events`: dict of name -> Spark type. Those of `version_columns` (null where the event made no version), then what
    `row_states` and `link_moves` are made from.
-#}
{% macro folded_columns() -%}
    {%- set columns = {'is_version': 'boolean', 'is_opening': 'boolean', 'database_id': 'string', 'place': place_type()} -%}
    {%- for name in version_columns() -%}{%- do columns.update({name: state_columns()[name]}) -%}{%- endfor -%}
    {%- do columns.update({
        'mark': mark_type(), 'known_until': 'timestamp', 'time_is_known': 'boolean', 'time_may_move': 'boolean', 'collides': 'boolean', 'transaction_key': 'bigint',
        'identity': 'bigint', 'sent_image': 'map<string, string>', 'inherits_from': 'string', 'contradiction': 'string', 'unapplied_reason': 'string',
        'segment': 'bigint', 'moved_before': 'map<string, string>'
    }) -%}
    {{ return(columns) }}
{%- endmacro %}
