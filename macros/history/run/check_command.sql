{#-
    Raises an error before anything runs, where a command would damage the history. Called on-run-start.

    With --full-refresh: the error of `check_full_refresh` where events or history exist and this target wants a variable; and, on any target, one where only some of the
    tables that the history is made of would be emptied, and one where raw no longer holds all that `cdc_events` holds. With --empty: always, for the models look at the state of their tables.
-#}
{% macro check_command() %}
    {%- if execute and flags.WHICH in ('run', 'build') -%}
        {%- if flags.EMPTY -%}{{ exceptions.raise_compiler_error('--empty: the models read what their tables hold, and do not run without it') }}{%- endif -%}
        {%- set made_together = graph.nodes.values() | selectattr('config.materialized', 'in', ['run_table', 'run_view', 'history_table']) | list -%}
        {%- set selected = made_together | selectattr('unique_id', 'in', selected_resources) | map(attribute='name') | sort -%}
        {%- if 0 < selected | length < made_together | length -%}
            {{ exceptions.raise_compiler_error(
                selected | join(', ') ~ ' alone would damage the history: all its tables are made together, --select path:models/state'
            ) }}
        {%- endif -%}
        {%- if flags.FULL_REFRESH -%}
            {%- for name in ['cdc_events', 'row_states'] if 'model.rosetta_cdc.' ~ name in selected_resources -%}
                {%- set node = graph.nodes['model.rosetta_cdc.' ~ name] -%}
                {%- if adapter.get_relation(database=none, schema=node.schema, identifier=node.alias) is not none -%}
                    {%- if name == 'cdc_events' and rosetta_cdc.raw_is_trimmed() -%}
                        {{ exceptions.raise_compiler_error(
                            'cdc_events: a full refresh would lose the events of the records that scripts/maintain --raw-days took out of raw '
                            ~ '(raw.trimmed_offset_ranges); the row history alone can be made anew: --full-refresh --select path:models/state'
                        ) }}
                    {%- endif -%}
                    {%- do rosetta_cdc.check_full_refresh(name) -%}
                {%- endif -%}
            {%- endfor -%}
        {%- endif -%}
    {%- endif -%}
{% endmacro %}
