{#-
    The fields of a JSON message that SQL expressions name, as Spark DDL for `from_json`: a field with fields below it is a struct, every other one a string.
    expressions: list of SQL expressions over the struct `message`, such as "message.payload.op = 'c'". Names are letters, digits and `_`, or stand in back quotes.
-#}
{% macro message_fields(expressions) -%}
    {%- set fields = {} -%}
    {%- for expression in expressions -%}
        {%- for path in modules.re.findall('\\bmessage((?:[.](?:`[^`]+`|\\w+))+)', expression) -%}
            {%- set place = namespace(fields=fields) -%}
            {%- for name in modules.re.findall('`[^`]+`|\\w+', path) -%}{%- set place.fields = place.fields.setdefault(name.strip('`'), {}) -%}{%- endfor -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ rosetta_cdc._fields_as_ddl(fields) }}
{%- endmacro %}

{#- Nested dicts of names as Spark DDL. fields: dict of name -> dict of the fields below it. -#}
{% macro _fields_as_ddl(fields) -%}
    {%- for name, below in fields.items() -%}
        `{{ name }}` {% if below %}struct<{{ rosetta_cdc._fields_as_ddl(below) }}>{% else %}string{% endif %}{{ ', ' if not loop.last }}
    {%- endfor -%}
{%- endmacro %}
