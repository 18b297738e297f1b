{#-
    Which tables or databases a TRUNCATE, DROP TABLE, CREATE OR REPLACE TABLE or DROP DATABASE empties: array of table_id or `database_id`, empty for any other statement and where no
    table is named.

    The message's own table counts unless the statement names several. Names in the statement may be quoted in any dialect's way; parts that they lack
    are the message's. A name of two parts is schema and table where the message has a schema, else database and table.
    Needs event_kind, source_op, ddl_text, table_id, source_name, database_name and schema_name.
-#}
{% macro emptied_scopes() -%}
    {%- set name = '(?:"(?:[^"]|"")+"|`(?:[^`]|``)+`|\\[[^\\]]+\\]|[^\\s,;.()"`\\[\\]]+)' -%}
    {%- set dotted = name ~ '(?:\\s*\\.\\s*' ~ name ~ '){0,2}' -%}
    {%- set list = dotted ~ '(?:\\s*,\\s*' ~ dotted ~ ')*' -%}
    {%- set database_name -%}
        regexp_extract({{ rosetta_cdc.ddl_statement() }}, r'(?is)^\s*drop\s+(?:database|schema)(?:\s+if\s+exists)?\s+({{ name }})', 1)
    {%- endset -%}
    case
        when {{ rosetta_cdc.ddl_drops('database|schema') }}
            then array_compact(array({{ rosetta_cdc.database_id('nullif(' ~ rosetta_cdc._unquoted(database_name) ~ ", '')") }}))
        when event_kind = 'truncate' or {{ rosetta_cdc.ddl_drops('table') }}
            then get(transform(transform(
                array(regexp_extract_all(
                    regexp_extract(
                        {{ rosetta_cdc.ddl_statement() }},
                        r'(?is)^\s*(?:truncate(?:\s+table\b)?(?:\s+only\b)?|drop\s+table(?:\s+if\s+exists)?|create\s+or\s+replace\s+table)\s+({{ list }})', 1
                    ),
                    r'({{ dotted }})', 1
                )),
                names -> {{ rosetta_cdc._as_server_has_them('names') }}
            ),
                names -> case
                    when table_id is not null and size(names) <= 1 then array(table_id)
                    else transform(
                        transform(names, n -> transform(regexp_extract_all(n, r'({{ name }})', 1), p -> {{ rosetta_cdc._unquoted('p') }})),
                        parts -> concat_ws(
                            '.',
                            {{ rosetta_cdc.escaped_name('source_name') }},
                            coalesce(
                                {{ rosetta_cdc.escaped_name("case when size(parts) = 3 then parts[0] when size(parts) = 2 and schema_name is null then parts[0] else database_name end") }},
                                case when schema_name is not null then '' end
                            ),
                            {{ rosetta_cdc.escaped_name("case when size(parts) = 3 then parts[1] when size(parts) = 2 and schema_name is not null then parts[0] else schema_name end") }},
                            {{ rosetta_cdc.escaped_name('element_at(parts, -1)') }}
                        )
                    )
                end
            ), 0)
        else array()
    end
{%- endmacro %}

{#-
    Names in a statement as the server has them: where the message has its table in small letters (lower_case_table_names) or capitals (Oracle), but the text does not write it so, the server
    does not tell small letters from capitals. names: SQL expression of array<string>. Renders one.
-#}
{% macro _as_server_has_them(names) -%}
    {%- set table_name = "element_at(split(table_id, '[.]'), -1)" -%}
    case
        when table_id is null or size({{ names }}) <= 1 or contains(ddl_text, {{ table_name }}) then {{ names }}
        when {{ table_name }} = lower({{ table_name }}) then transform({{ names }}, n -> lower(n))
        when {{ table_name }} = upper({{ table_name }}) then transform({{ names }}, n -> upper(n))
        else {{ names }}
    end
{%- endmacro %}

{#- A name without its quotes. -#}
{% macro _unquoted(name) -%}
    replace(replace(regexp_replace({{ name }}, r'(?s)^["`\[](.*)["`\]]$', '$1'), '``', '`'), '""', '"')
{%- endmacro %}
