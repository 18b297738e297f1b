{#-
    True or false: by name, also `t` and `f`, as 1 and 0, or as one bit. Renders an expression of boolean; null for any other text and number.
    value, encoding: SQL expressions of the text and of `format:declared type`.
-#}
{% macro boolean_value(value, encoding) -%}
    case
        when lower({{ value }}) in ('true', 't') then true
        when lower({{ value }}) in ('false', 'f') then false
        else case {{ rosetta_cdc._whole_numeral(rosetta_cdc.number_text(value, encoding)) }} when '1' then true when '0' then false end
    end
{%- endmacro %}
