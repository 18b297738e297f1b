{#-
    The part of an encoding (see `column_encodings`) that decides how a value is written: `format:type`, in lower case, without length or members.
    encoding: SQL expression of `format:declared type`. Renders an expression of string.
-#}
{% macro encoded_type(encoding) -%}
    rtrim(split_part(lower({{ encoding }}), '(', 1))
{%- endmacro %}
