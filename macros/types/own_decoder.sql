{#-
    The macro `decode_<notation>` of the root project, by which a format of its own writes values in a way that this project does not know. It takes the SQL expression of a value's text and renders one of
    the text or bytes that it stands for, null where it stands for none. Returns the macro, none where there is none.
    notation: its name, of small letters, digits and _.
-#}
{% macro own_decoder(notation) %}
    {{ return(context.get(project_name, {}).get('decode_' ~ notation)) }}
{% endmacro %}
