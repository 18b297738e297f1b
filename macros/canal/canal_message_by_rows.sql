{#-
    Parses a message in Canal's layout again, its rows one by one: struct of `canal_envelope`, an element of `data` or `old` that is no object
    is null. Null if a field other than these has the wrong JSON type, or if `data` or `old` is neither an array nor an object, which is an array's only element.

    Spark gives up a whole `data` array for one element that is no object. Such a message alone is parsed a second time, element by
    element, so that the broken row's siblings come through. SeaTunnel wrote an object in the place of the array (until 2.3.8).

    Needs the column message_text.
-#}
{% macro canal_message_by_rows() -%}
    get(transform(
        array(from_json(
            {{ rosetta_cdc.exact_text('message_text') }},
            '{{ rosetta_cdc.canal_envelope('string') | replace('\n', ' ') }}, malformed string',
            {{ rosetta_cdc.json_options('malformed') }}
        )),
        m -> case
            when m.malformed is null and coalesce(left(m.data, 1) in ('[', '{'), true) and coalesce(left(m.`old`, 1) in ('[', '{'), true)
                then named_struct(
                    'database', m.`database`, 'table', m.`table`, 'type', m.type, 'opType', m.opType, 'isDdl', m.isDdl, 'id', m.id,
                    'es', m.es, 'ts', m.ts, 'sql', m.sql, 'gtid', m.gtid, 'pkNames', m.pkNames, 'mysqlType', m.mysqlType,
                    'columnType', m.columnType, 'sqlType', m.sqlType, 'serverId', m.serverId, 'dbType', m.dbType,
                    'dataSourceName', m.dataSourceName, 'isHeartbeat', m.isHeartbeat, '_tidb', m.`_tidb`,
                    'data', {{ rosetta_cdc.objects_of_array("if(left(m.data, 1) = '{', concat('[', m.data, ']'), m.data)") }},
                    'old', {{ rosetta_cdc.objects_of_array("if(left(m.`old`, 1) = '{', concat('[', m.`old`, ']'), m.`old`)") }}
                )
        end
    ), 0)
{%- endmacro %}
