{#-
    Type of what a history remembers of its runs: which state of `cdc_events` it holds (Delta id of the table, version), which versions of its other tables belong to it,
    when its last run, and the last one in full, wrote (see `history_run`), and which oddities have ever been met, so that runs without them are spared their steps (see `history_flags`).
-#}
{% macro bookmark_type() -%}
    struct<
        events_id: string, events_version: bigint, applied_micros: bigint, refolded_micros: bigint
        {%- for field in history_tables().values() %}, {{ field }}: bigint{% endfor %}
        {%- for flag in history_flags() %}, {{ flag }}: boolean{% endfor %}
    >
{%- endmacro %}
