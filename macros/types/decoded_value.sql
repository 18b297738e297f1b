{#-
    A value as what it stands for, where it is written in a notation of the root project's own (see `own_decoder`): null where it is not readable, or no text. Any other is as sent.
    value, encoding: SQL expressions of the text and of `format:declared type`. type: `string` or `binary`; for bytes, others than those of such notations are null. Renders an expression of the type.
-#}
{% macro decoded_value(value, encoding, type='string') -%}
    {%- if not rosetta_cdc.own_notations() -%}
    {{ value if type == 'string' else 'cast(null as binary)' }}
    {%- else -%}
    case
        {%- for notation in rosetta_cdc.own_notations() %}
        {%- set decode = rosetta_cdc.own_decoder(notation) %}
        {%- set decoded = 'cast(' ~ decode(value) ~ ' as ' ~ type ~ ')' %}
        when {{ rosetta_cdc.is_encoded_as(encoding, [notation]) }} then {{ 'try_validate_utf8(' ~ decoded ~ ')' if type == 'string' else decoded }}
        {%- endfor %}
        {%- if type == 'string' %}
        else {{ value }}
        {%- endif %}
    end
    {%- endif -%}
{%- endmacro %}
