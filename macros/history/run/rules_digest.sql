{#-
    Digest of what decides a history: the SQL that makes entries of events, puts them in order and folds them. It is kept with each run; where it has changed, the history is folded from
    the beginning of each row, for states that other rules have made cannot be gone on from.
-#}
{% macro rules_digest() -%}
    {%- set texts = [
        row_entries('events', 'halves'), split_updates('events'), table_entries('events'), fold('fold_stream'), link_moves('folded_events'), emptied_lines('statements'),
        stream_rows('closing'), stream_rows('opening'), line_of_state(), last_line()
    ] -%}
    {{ return(local_md5(texts | join(' ') | replace(invocation_id, '') | replace('\n', ' ') | replace('    ', ''))) }}
{%- endmacro %}
