{#- Notations in which a format may write values of a declared type, see `is_encoded_as`. Returns a list of names. -#}
{% macro value_notations() %}
    {{ return([
        'epoch days', 'epoch seconds', 'epoch milliseconds', 'epoch microseconds', 'epoch nanoseconds', 'epoch milliseconds with nanoseconds',
        'day milliseconds', 'day microseconds', 'day nanoseconds',
        'unscaled number', 'scaled number', 'wrapped number', 'bits', 'little-endian bits', 'number of a member', 'numbers of members',
        'base64', 'byte list', 'latin-1', 'hex'
    ]) }}
{% endmacro %}
