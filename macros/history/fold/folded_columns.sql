{#-
    The columns of `folded_events`: list of names. Those of `version_columns` (null where the event made no version), then what `row_states` and `link_moves` are made from.
-#}
{% macro folded_columns() -%}
    {{ return(['is_version', 'is_opening', 'database_id', 'place'] + rosetta_cdc.version_columns() + [
        'mark', 'known_until', 'time_is_known', 'time_may_move', 'arrives', 'transaction_key', 'identity', 'sent_image', 'inherits_from', 'origin_event_id', 'contradiction',
        'unapplied_reason', 'segment', 'moved_before'
    ]) }}
{%- endmacro %}
