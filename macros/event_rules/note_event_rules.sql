{#-
    Notes in the table of events by which rules some of them are made. Costs nothing where that is noted.
    events: relation. properties: of the table, dict of name -> text, which is brought up to date. rules: see `event_rules`.
-#}
{% macro note_event_rules(events, properties, rules) %}
    {%- set noted = rosetta_cdc.noted_event_rules(properties) -%}
    {%- if dict(noted, **rules) != noted -%}
        {%- do properties.update({'rosetta.event_rules': rosetta_cdc.event_rules_text(dict(noted, **rules))}) -%}
        {%- do run_query('alter table ' ~ events ~ " set tblproperties ('rosetta.event_rules' = '" ~ properties['rosetta.event_rules'] ~ "')") -%}
    {%- endif -%}
{% endmacro %}
