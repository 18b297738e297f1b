{#-
    Digest of what decides a history: the SQL that makes entries of events, puts them in order and folds them, and that says of an event whether its row goes on from its state. It is kept with each run; where it has changed, the history is folded from
    the beginning of each row, for states that other rules have made cannot be gone on from.
-#}
{% macro rules_digest() -%}
    {%- set texts = [
        row_entries('events', 'halves'), split_updates('events'), table_entries('events'), fold('fold_stream'), link_moves('folded_events'), emptied_lines('statements'),
        stream_rows('closing'), stream_rows('opening'), stream_rows('carrier'), line_of_state(), last_line(), line_of_emptied('line'), continued_mark(),
        history_events('events'), earlier_statement(), late_place(), possible_copy(), moved_time(), late_swap(), unordered_statement(),
        late_half('earlier', 'events', {}), late_neighbour('earlier', 'events'), late_statement('statements', 'earlier', 'states'), replaced_event('events', 'states', true)
    ] -%}
    {{ return(local_md5(texts | join(' ') | replace(invocation_id, '') | replace('\n', ' ') | replace('    ', ''))) }}
{%- endmacro %}
