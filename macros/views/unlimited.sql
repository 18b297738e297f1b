{#-
    A model's SQL with what it reads as it is without `--empty`, which puts a query that reads no rows in the place of each `ref` and `source`. A view reads nothing when it is made, and would have no rows after it.
    sql: of the model. Returns SQL.
-#}
{% macro unlimited(sql) %}
    {%- set text = {'sql': sql} -%}
    {%- if flags.EMPTY -%}
        {%- for known in model.refs -%}
            {%- set relation = ref(*([known.package, known.name] if known.package else [known.name]), version=known.version) -%}
            {%- do text.update({'sql': text.sql | replace(relation | string, relation.render())}) -%}
        {%- endfor -%}
        {%- for known in model.sources -%}
            {%- set relation = source(*known) -%}
            {%- do text.update({'sql': text.sql | replace(relation | string, relation.render())}) -%}
        {%- endfor -%}
    {%- endif -%}
    {{ return(text.sql) }}
{% endmacro %}
