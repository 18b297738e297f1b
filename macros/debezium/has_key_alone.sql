{#-
    Whether an image of PostgreSQL's before a change has the key alone, as of a table without REPLICA IDENTITY FULL: what stands in all other columns is then unknown. The registry says so, or all others
    are NULL or, where they are NOT NULL and have no default, zero of their type (the fallbacks of Debezium's classes JdbcValueConverters and PostgresValueConverter). SQL condition, null where there is
    no image or no key. Needs the columns sends_key_alone, key_values and bare_key.

    image: SQL expression of map<string,string>.
-#}
{% macro has_key_alone(image) -%}
    (sends_key_alone or forall(
        map_entries({{ image }}),
        c -> {{ rosetta_cdc.is_of_key('c.key', 'c.value') }}
            or coalesce(
                c.value in ('', '0', 'false', 'AA==', '{}', '[]', '1970-01-01', '{"scale":0,"value":"AA=="}')
                    or c.value rlike r'^(0\.0+|(1970-01-01T)?00:00:00(\.0+)?Z?)$',
                true
            )
    ))
{%- endmacro %}
