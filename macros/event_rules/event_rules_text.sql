{#- Digests of rules as the table's property rosetta.event_rules has them: `stg_layouts__canal:0cc1...`, separated by spaces. rules: see `event_rules`. -#}
{% macro event_rules_text(rules) -%}
    {%- for name, digest in rules | dictsort -%}{{ name }}:{{ digest }}{{ ' ' if not loop.last }}{%- endfor -%}
{%- endmacro %}
