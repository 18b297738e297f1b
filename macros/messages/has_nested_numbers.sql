{#-
    True where a JSON text has to be quoted (see `exact_text`) and a field of it holds an object with arrays or objects among its values: in those the parser of the message leaves quotes
    around numbers, which `exact_maps` does not.
    text: SQL expression of the JSON text. fields: names of the fields. False for a text that holds the mark of `exact_maps`.
-#}
{% macro has_nested_numbers(text, fields) -%}
    {{ rosetta_cdc.may_lose_digits(text) }}
    and {{ text }} rlike r'(?s)"(?:{{ fields | join('|') }})"\s*+:\s*+\{(?:[^{}\[\]"]++|"[^"\\]*+(?:\\.[^"\\]*+)*+")*+[\[{]'
    and {{ text }} not rlike r'(?i)\x{FDD0}|\\uFDD0'
{%- endmacro %}
