{#-
    Says, where an incremental model that appends is compiled, that its columns are these in this order: the table keeps a digest of them, and as long as it is the same no run has to ask
    Spark for the columns of both. columns: dict of name -> type.
-#}
{% macro append_columns(columns) %}
    {%- do rosetta_cdc.keep('columns of ' ~ this, local_md5(columns | tojson)) -%}
    {%- do rosetta_cdc.keep('names of columns of ' ~ this, columns | list) -%}
{% endmacro %}
