{#- A run of the history like any other, for texts that are compiled and not run: dict of `history_run`. mode: see there; with --empty always `full`, which reads no table that a later model makes. -#}
{% macro example_run(mode='incremental') %}
    {%- set run = {
        'run_id': invocation_id, 'mode': 'full' if flags.EMPTY else mode, 'events_id': none, 'events_committed_at': none, 'from_version': 1, 'to_version': 2, 'events': 1, 'replaced': false,
        'loads': [invocation_id], 'loaded_since': 0, 'first_half': none, 'last_half': none, 'applied_micros': 0, 'refolded_micros': 0, 'follows_micros': none, 'rules_digest': none,
        'rows': 1, 'refolded': 0, 'reasons': {}, 'touched_tables': [], 'closed': 1, 'versions': 1, 'unapplied': 0, 'links': 0, 'ever': {}
    } -%}
    {%- for flag in rosetta_cdc.history_flags() -%}{%- do run.update({flag: false}) -%}{%- do run.ever.update({flag: false}) -%}{%- endfor -%}
    {{ return(run) }}
{% endmacro %}
