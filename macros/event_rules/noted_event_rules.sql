{#- By which rules the events of a table were made: dict of staging model -> digest (see `event_rules`). properties: of the table, dict of name -> text. -#}
{% macro noted_event_rules(properties) %}
    {%- set noted = {} -%}
    {%- for pair in properties.get('rosetta.event_rules', '').split() -%}{%- do noted.update({pair.split(':')[0]: pair.split(':')[1]}) -%}{%- endfor -%}
    {{ return(noted) }}
{% endmacro %}
