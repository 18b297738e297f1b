{#-
    The bookmark that a run leaves (see `bookmark_type`), as a SQL expression. run: see `history_run`.
    The versions of the other tables are those that the run has just written.
-#}
{% macro new_bookmark(run) -%}
    cast(struct(
        '{{ run.events_id }}', {{ run.to_version }}, {{ run.applied_micros }}, {{ run.refolded_micros }}
        {%- for identifier in history_tables() %}, {{ newest_version(this.incorporate(path={'identifier': identifier})) }}{% endfor %}
        {%- for flag in history_flags() %}, {{ run.ever[flag] | lower }}{% endfor %}
    ) as {{ bookmark_type() }})
{%- endmacro %}
