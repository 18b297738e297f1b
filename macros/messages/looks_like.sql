{#-
    Names the formats that a message may be of, for people: that of `recognise_structure`, and where several tools write Canal's layout, those of them that the message does
    not contradict, joined by ` or ` (`dts_canal_legacy or drs_json`). Several messages of a topic tell more than one. `canal without table`, `maxwell without table` and `debezium without table` are
    messages that need the table's name from the topic.

    What tells them apart: `INIT` is written by DTS and DRS, `INIT_DDL` by DRS alone; a DDL statement has the type `DDL` with DTS and DRS, its kind with open-source Canal; the row
    of a DELETE stands in `old` with DRS JSON and older DTS instances; DRS writes binary columns as lists of bytes, and DRS JSON a TIMESTAMP as seconds since 1970.
    Source: Huawei DRS, "Kafka message format"; Alibaba DTS, "Data formats of a Kafka cluster", Canal JSON; Canal, class FlatMessage.

    text: SQL expression of the JSON text, numbers as sent. Renders a SQL expression of text.
-#}
{% macro looks_like(text) -%}
    get(transform(
        array({{ rosetta_cdc.recognise_structure(text) }}),
        structure -> case
            when structure = 'canal' then {{ rosetta_cdc._canal_formats(text) }}
            when startswith(structure, 'rows_of_') then concat(substring(structure, 9), ' without table')
            else structure
        end
    ), 0)
{%- endmacro %}

{#- The part of `looks_like` for a message of Canal's layout. text: as there. Renders a SQL expression of text. -#}
{% macro _canal_formats(text) -%}
    {%- set formats = ['canal', 'dts_canal', 'dts_canal_legacy', 'drs_json', 'drs_json_c'] -%}
    {%- set drs = "'drs_json', 'drs_json_c'" -%}
    {%- set others = "'canal', 'dts_canal', 'dts_canal_legacy'" -%}
    {%- set fields = 'type string, isDdl string, data string, old string, mysqlType map<string,string>' -%}
    {#- Each condition with the formats whose messages are not like that. #}
    {%- set contradicted = [
        ("message.isDdl = 'true' and message.type = 'DDL' or message.type in ('INIT', 'INIT_DDL')", "'canal'"),
        ("message.isDdl = 'true' and message.type not in ('DDL', 'INIT_DDL')", "'dts_canal', 'dts_canal_legacy', " ~ drs),
        ("message.type = 'INIT_DDL'", others),
        ("message.type = 'DELETE' and message.data is null and message.old is not null", "'canal', 'dts_canal', 'drs_json_c'"),
        ("message.type = 'DELETE' and message.data is not null and message.old is null", "'drs_json', 'dts_canal_legacy'"),
        (rosetta_cdc._a_value_of('timestamp', '^[0-9]{9,10}([.][0-9]+)?$'), others ~ ", 'drs_json_c'"),
        (rosetta_cdc._a_value_of('timestamp', '^[0-9]{4}-[0-9]{2}-[0-9]{2} '), "'drs_json'"),
        (rosetta_cdc._a_value_of('(binary|varbinary|tinyblob|blob|mediumblob|longblob)', '^\\[(-?[0-9]+(, ?-?[0-9]+)*)?\\]$'), others),
    ] -%}
    get(transform(
        transform(
            array(from_json({{ text }}, '{{ fields }}')),
            message -> struct(
                message.type, message.isDdl, message.data, message.old, map_entries(message.mysqlType) as types,
                coalesce(from_json(coalesce(message.data, message.old), 'array<map<string,string>>'), array()) as rows
            )
        ),
        message -> coalesce(
            nullif(array_join(
                array_except(
                    array('{{ formats | join("', '") }}'),
                    flatten(array(
                        {%- for condition, contradicts in contradicted %}
                        if({{ condition }}, array({{ contradicts }}), array()){{ ',' if not loop.last }}
                        {%- endfor %}
                    ))
                ),
                ' or '
            ), ''),
            'canal'
        )
    ), 0)
{%- endmacro %}

{#- Whether a column of a declared type (a regular expression, which may go on) has a value of a form. Both are texts without quotes. Renders a SQL condition. -#}
{% macro _a_value_of(type, form) -%}
    exists(message.types, column -> lower(column.value) rlike r'^{{ type }}' and exists(message.rows, row -> row[column.key] rlike r'{{ form }}'))
{%- endmacro %}
