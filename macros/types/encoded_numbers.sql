{#- Notations of `is_encoded_as` in which digits are no plain numeral. Returns a list. -#}
{% macro encoded_numbers() %}
    {{ return(['unscaled number', 'scaled number', 'wrapped number', 'bits', 'little-endian bits']) }}
{% endmacro %}
