{#-
    Fields of the envelope that are numbers in the message, read into columns, and a column unusable: names of those whose text is given but is no such number (see `unusable_fields`).

    fields: dict of column -> [SQL expression of the field's text, how it is read, optionally the field's name]. How: `seconds`, `milliseconds`, `microseconds` or `nanoseconds` since 1970 (see `epoch_timestamp`), `whole number`
    (see `whole_number`), or a SQL expression of the value. The name is the field's place in the message, by default as the expression has it behind `message.`.
-#}
{% macro checked_fields(fields) -%}
    {{ return(adapter.dispatch('checked_fields', 'rosetta_cdc')(fields)) }}
{%- endmacro %}

{#- What `checked_fields` does where no project overrides it. -#}
{% macro default__checked_fields(fields) -%}
    {#- A name in a select list is the relation's column, else one of the list itself: so a value is not written, nor worked out, again where it is checked. -#}
    {%- set checked = {} -%}
    {%- for column, field in fields.items() -%}
        {%- if field[1] == 'whole number' -%}
            {%- set value = rosetta_cdc.whole_number(field[0]) -%}
        {%- elif field[1] in ('seconds', 'milliseconds', 'microseconds', 'nanoseconds') -%}
            {%- set value = rosetta_cdc.epoch_timestamp(field[0], field[1]) -%}
        {%- else -%}
            {%- set value = field[1] -%}
        {%- endif -%}
        {%- do checked.update({field[2] or field[0].replace('message.', '').replace('`', ''): [field[0], column]}) %}
    {{ value }} as {{ column }},
    {%- endfor %}
    {{ rosetta_cdc.unusable_fields(checked) }} as unusable
{%- endmacro %}
