{#-
    Digest of what decides a history: the SQL that makes entries of events, puts them in order and folds them, and that says of an event whether its row goes on from its state. It is kept with each run; where it has changed, the history is folded from
    the beginning of each row, for states that other rules have made cannot be gone on from.
-#}
{% macro rules_digest() -%}
    {%- set texts = [
        rosetta_cdc.row_entries('events', 'halves'), rosetta_cdc.split_updates('events'), rosetta_cdc.table_entries('events'),
        rosetta_cdc.fold('fold_stream'), rosetta_cdc.link_moves('folded_events'), rosetta_cdc.emptied_lines('statements'),
        rosetta_cdc.stream_rows('closing'), rosetta_cdc.stream_rows('opening'), rosetta_cdc.stream_rows('carrier'), rosetta_cdc.line_of_state(),
        rosetta_cdc.last_line(), rosetta_cdc.line_of_emptied('line'), rosetta_cdc.continued_mark(), rosetta_cdc.history_events('events'),
        rosetta_cdc.earlier_statement(), rosetta_cdc.late_place(), rosetta_cdc.possible_copy(), rosetta_cdc.moved_time(), rosetta_cdc.late_swap(),
        rosetta_cdc.unordered_statement(), rosetta_cdc.late_half('earlier', 'events', {}), rosetta_cdc.late_neighbour('earlier', 'events'),
        rosetta_cdc.late_statement('statements', 'earlier', 'states'), rosetta_cdc.replaced_event('events', 'states', true)
    ] -%}
    {{ return(local_md5(texts | join(' ') | replace(invocation_id, '') | replace('\n', ' ') | replace('    ', ''))) }}
{%- endmacro %}
