{#-
    The columns of a staging model's relation, with their types, that are none which `staged_rows` takes, or not of the type of one: SQL expression of text, empty where there are none. Spark works it
    out from the types when it analyses the query, not for each row.

    relation: the CTE.
-#}
{% macro unknown_columns(relation) -%}
    {%- set known = dict(
        rosetta_cdc.staged_columns(), record='struct', message='struct', message_error='string', is_tombstone='boolean', is_malformed='boolean',
        problem='struct', unusable='string', kafka_key='binary', message_text='string', topic_rules='array', topic_options='map<string,string>', key_schema='string', key_fields='array'
    ) -%}
    {%- set names = {} -%}
    {%- for name, type in known.items() if name not in rosetta_cdc.record_columns() + ['key_may_be_null', 'error_code', 'error_detail'] -%}
        {%- set type = type | replace(' ', '') -%}
        {%- do names.setdefault({'map<string,string>': 'texts', 'array<string>': 'names', 'decimal(38,0)': 'number'}.get(type, type), []).append(name) -%}
    {%- endfor -%}
    {%- set patterns = [] -%}
    {%- for type, columns in names.items() -%}{%- do patterns.append('(' ~ columns | join('|') ~ ')(:' ~ type ~ ')?') -%}{%- endfor -%}
    {#- The fields of the row's type with commas between them and nowhere else: what is within the type of a field is taken away, from the inside. A null has no type. -#}
    {%- set types = namespace(text='typeof(struct(' ~ relation ~ '.*))') -%}
    {%- for pattern, text in {
        '^struct<|>$': '', 'map<(string,string|void,void)>': 'texts', 'array<(string|void)>': 'names', '[(]38,0[)]': '', ':decimal(,|$)': ':number$1', ':void': ''
    }.items() -%}
        {%- set types.text = 'regexp_replace(' ~ types.text ~ ", '" ~ pattern ~ "', '" ~ text ~ "')" -%}
    {%- endfor -%}
    {%- for depth in range(8) -%}{%- set types.text = 'regexp_replace(' ~ types.text ~ ", '<[^<>]*>', '')" -%}{%- endfor -%}
    regexp_replace(concat(',', {{ types.text }}), ',({{ patterns | join('|') }})(?=,|$)', '')
{%- endmacro %}
