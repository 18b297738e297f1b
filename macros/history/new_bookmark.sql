{#-
    The bookmark that a run leaves (see `bookmark_type`), as a SQL expression. run: see `history_run`.
    The versions of the other tables are those that the run has just written, or from which it went on where it has not written.
-#}
{% macro new_bookmark(run) -%}
    cast(struct(
        '{{ run.events_id }}', {{ run.to_version }}, {{ run.applied_micros }}, {{ run.refolded_micros }}
        {%- for identifier in history_tables() %}, {{ _version_of(identifier, run) }}{% endfor %}
        {%- for flag in history_flags() %}, {{ run.ever[flag] | lower }}{% endfor %}
    ) as {{ bookmark_type() }})
{%- endmacro %}

{#- The version of a table that belongs to the bookmark. identifier: the table's name. run: see `history_run`. -#}
{% macro _version_of(identifier, run) %}
    {%- if run_is_kept(ref('folded_events')) and identifier in run.held_versions and identifier not in run.written -%}{{ return(run.held_versions[identifier]) }}{%- endif -%}
    {{ return(newest_version(this.incorporate(path={'identifier': identifier}))) }}
{% endmacro %}
