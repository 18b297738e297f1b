{#-
    Raises an error before anything runs, where a command would damage the history. Called on-run-start.

    With --full-refresh: the error of `check_full_refresh` where events or history exist and this target wants a variable; and, on any target, one where only some of the
    tables that the history is made of would be emptied, and one where raw no longer holds all that `cdc_events` holds. With --empty: where a snapshot that exists would close every state, for it would find no rows.
-#}
{% macro check_command() %}
    {%- if execute and flags.EMPTY -%}
        {%- do rosetta_cdc._check_snapshots() -%}
    {%- elif execute and flags.WHICH in ('run', 'build') -%}
        {%- set made_together = graph.nodes.values() | selectattr('config.materialized', 'in', ['run_table', 'run_view', 'history_table']) | list -%}
        {%- set selected = made_together | selectattr('unique_id', 'in', selected_resources) | map(attribute='name') | sort -%}
        {%- if 0 < selected | length < made_together | length -%}
            {{ exceptions.raise_compiler_error(
                'building only ' ~ selected | join(', ') ~ ' would damage the history; all its tables are built together: --select path:models/state'
            ) }}
        {%- endif -%}
        {%- if flags.FULL_REFRESH -%}
            {%- for name in ['cdc_events', 'row_states'] if 'model.rosetta_cdc.' ~ name in selected_resources -%}
                {%- if rosetta_cdc.table_of(name) is not none -%}
                    {%- if name == 'cdc_events' and rosetta_cdc.raw_is_trimmed() -%}
                        {{ exceptions.raise_compiler_error(
                            'cdc_events: a full refresh would lose the events of the records that scripts/maintain --raw-days removed from raw '
                            ~ '(raw.trimmed_offset_ranges); only the row history can be rebuilt: --full-refresh --select path:models/state'
                        ) }}
                    {%- endif -%}
                    {%- do rosetta_cdc.check_full_refresh(name) -%}
                {%- endif -%}
            {%- endfor -%}
        {%- endif -%}
    {%- endif -%}
{% endmacro %}

{#- Raises an error where the command makes a snapshot that closes states of rows which it does not find, and the snapshot exists. -#}
{% macro _check_snapshots() %}
    {%- for node in graph.nodes.values() if node.resource_type == 'snapshot' and node.unique_id in selected_resources and node.config.hard_deletes in ('invalidate', 'new_record') -%}
        {%- if adapter.get_relation(database=none, schema=node.schema, identifier=node.alias) is not none -%}
            {{ exceptions.raise_compiler_error(node.name ~ ': with --empty it would find no rows and close the states of all rows; add --exclude ' ~ node.name) }}
        {%- endif -%}
    {%- endfor -%}
{% endmacro %}
