{#-
    Type of what a history remembers of its runs: which state of `cdc_events` it holds (Delta id of the table, version), which versions of its other tables belong to it,
    and which oddities have ever been met, so that runs without them are spared their steps (see `history_flags`).
-#}
{% macro bookmark_type() -%}
    struct<
        events_id: string, events_version: bigint
        {%- for field in history_tables().values() %}, {{ field }}: bigint{% endfor %}
        {%- for flag in history_flags() %}, {{ flag }}: boolean{% endfor %}
    >
{%- endmacro %}
