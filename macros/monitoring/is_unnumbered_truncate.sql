{#-
    Whether an event is a TRUNCATE without a number in a format that numbers its changes (sequence_number in its `identity`, see `declared_formats`): among rows of its second in other Kafka
    partitions it has no order. Renders a SQL condition. Needs event_kind, sequence_number and source_format.
-#}
{% macro is_unnumbered_truncate() -%}
    {%- set numbered = [] -%}
    {%- for code in rosetta_cdc.formats_with('identity') if 'sequence_number' in rosetta_cdc.declared_formats()[code].identity -%}{%- do numbered.append(code) -%}{%- endfor -%}
    event_kind = 'truncate' and sequence_number is null and source_format in ('{{ numbered | join("', '") }}')
{%- endmacro %}
