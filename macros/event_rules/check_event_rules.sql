{#-
    Stops a run of `cdc_events` that would put events made by today's rules beside events of the same formats that former rules have made (see `event_rules`), with the command that reads those
    again. The table's property rosetta.event_rules keeps by which rules each staging model's events were made.
    branches: staging models that have arrivals, see `arrival_branches`. With the variable cdc_keep_events today's rules are noted and the former events stay.
    Raises an error that names the formats.
-#}
{% macro check_event_rules(branches) %}
    {%- set rules = rosetta_cdc.event_rules(branches | map(attribute='relation')) -%}
    {%- if not rosetta_cdc.is_incremental_run() -%}
        {%- do rosetta_cdc.keep('event rules of ' ~ this, rules) -%}
        {{ return('') }}
    {%- endif -%}
    {%- set noted = rosetta_cdc.noted_event_rules(rosetta_cdc.noted_properties()) -%}
    {%- set changed = [] -%}
    {%- for name, digest in rules.items() if noted.get(name, digest) != digest -%}{%- do changed.append(name) -%}{%- endfor -%}
    {%- if changed and not rosetta_cdc.variable('cdc_keep_events') -%}
        {%- set formats = rosetta_cdc.formats_of_models(changed) | join(' ') -%}
        {{ exceptions.raise_compiler_error(
            'cdc_events: the SQL that reads ' ~ formats ~ ' has changed since their events were written. To read them again: scripts/replay formats ' ~ formats
            ~ ' (on a cluster: dbt run-operation replay_records); to keep them as they are, once: dbt run --vars \'cdc_keep_events: true\''
        ) }}
    {%- endif -%}
    {%- do rosetta_cdc.note_event_rules(this, rosetta_cdc.noted_properties(), rules) -%}
{% endmacro %}
