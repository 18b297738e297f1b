{#-
    Whether a value is written in one of some notations. Renders a SQL condition, false for an unknown encoding.

    encoding: SQL expression of `format:declared type`. notations: list of names; which declared types of a format are written so its declaration says (`encodings` in
    `declared_formats`).
    A type given by hand may also be the notation itself (`oms_default:base64`).
    Raises a compiler error that names a notation that is none. Beside those below there are those of the root project's own (see `own_decoder`).

    A day is counted from 1970-01-01, so is an instant (in UTC); a time of day from midnight. epoch milliseconds with nanoseconds: a decimal fraction of seconds, whose whole part are
    milliseconds of whole seconds. unscaled number: base64 of a two's complement number, whose scale is a parameter of the type. scaled number: JSON of scale and such a number. wrapped number:
    a BIGINT UNSIGNED as a signed number. bits: base64 of them. number of a member, numbers of members: of ENUM and SET, whose members the declared type lists. byte list: JSON array of
    bytes, signed or not. latin-1: a character a byte.
-#}
{% macro is_encoded_as(encoding, notations) -%}
    {%- set known = [] -%}
    {%- for notation in notations -%}
        {%- if notation not in rosetta_cdc.value_notations() + rosetta_cdc.own_notations() -%}{{ exceptions.raise_compiler_error("is_encoded_as: unknown notation '" ~ notation ~ "'") }}{%- endif -%}
        {%- for type in rosetta_cdc.encoded_types(notation) -%}{%- do known.append(modules.re.escape(type)) -%}{%- endfor -%}
    {%- endfor -%}
    {#- One pattern, compiled once: the encoding is looked at for each value. -#}
    {{ encoding }} rlike r'(?i)^({{ known | join('|') }}{{ '|' if known }}([^(]*:)?({{ notations | join('|') }})) *([(]|\z)'
{%- endmacro %}
