{#-
    Reason `moved_time`: the row's last version has no commit time, and the event's moves its begin. A condition on an arrival that meets a state (see `rows_to_fold`).
-#}
{% macro moved_time() -%}
    not state.time_is_known and (known_time < state.valid_from or (state.time_may_move and known_time is not null))
{%- endmacro %}
