-- Guards the registry: every event was made by the rule that applies to its table today. Warns until scripts/apply_registry has read the
-- records again. Returns a row a topic, table and rule.
{{ config(severity='warn') }}

{{ rosetta_cdc.changed_rules() }}
