{#- The properties of the model's table: dict of name -> text. Asked once a command; who sets one in the middle of it updates the dict. -#}
{% macro noted_properties() %}
    {%- if kept('properties of ' ~ this) is none -%}
        {%- set properties = {} -%}
        {%- for row in run_query('show tblproperties ' ~ this).rows -%}{%- do properties.update({row[0]: row[1]}) -%}{%- endfor -%}
        {%- do keep('properties of ' ~ this, properties) -%}
    {%- endif -%}
    {{ return(kept('properties of ' ~ this)) }}
{% endmacro %}
