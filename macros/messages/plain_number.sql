{#-
    Regular expression of a JSON number that Spark's JSON functions write as it stands: a whole number of at most 1,000 digits but -0, and a fraction that a double has and Java writes alike
    (no zero at the end but `.0`, no exponent in Java's notation). Renders text; what follows the number is to be looked at by the caller.
-#}
{% macro plain_number() -%}
    -?+(?:[1-9][0-9]{0,999}+(?![0-9.eE])|(?:[1-9][0-9]{0,5}+|0(?=[.](?:0(?![0-9])|0{0,2}[1-9]))|(?<!-)0(?![.]))(?:[.](?:[0-9]{0,8}[1-9]|0))?+)
{%- endmacro %}
