{#-
    Whether a value is written in one of some notations. Renders a SQL condition, false for an unknown encoding.

    encoding: SQL expression of `format:declared type`. notations: names of the dict below, each with the encoded types (see `encoded_type`) that use it.
    A type given by hand may also be the notation itself (`oms_default:base64`).
    Sources: DataWorks, message format, data types; DRS, table 4 of the formats; OMS, data format, data types; DTS, data types and their numbers; for dtle, Connect's and
    Debezium's logical types; Canal, flat messages.
-#}
{% macro is_encoded_as(encoding, notations) -%}
    {%- set oms = ['oms_default', 'oms_default_extend', 'oms_canal', 'oms_dataworks_v2', 'oms_shareplex'] -%}
    {%- set binary_types = ['binary', 'varbinary', 'tinyblob', 'blob', 'mediumblob', 'longblob'] -%}
    {%- set connect, debezium = 'dtle:org.apache.kafka.connect.data.', 'dtle:io.debezium.time.' -%}
    {%- set types = {
        'epoch days': [connect ~ 'date', debezium ~ 'date'],
        'epoch milliseconds': ['dataworks_v1:date', connect ~ 'timestamp', debezium ~ 'timestamp'],
        'epoch microseconds': [debezium ~ 'microtimestamp'],
        'epoch nanoseconds': [debezium ~ 'nanotimestamp'],
        'epoch seconds': ['drs_json:timestamp', 'drs_avro:timestamp', 'dts_avro:timestamp'],
        'day milliseconds': [connect ~ 'time', debezium ~ 'time'],
        'day microseconds': [debezium ~ 'microtime', debezium ~ 'microduration'],
        'day nanoseconds': [debezium ~ 'nanotime', debezium ~ 'nanoduration'],
        'unscaled number': [connect ~ 'decimal'],
        'scaled number': ['dtle:io.debezium.data.variablescaledecimal'],
        'little-endian bits': ['dtle:io.debezium.data.bits'],
        'wrapped number': ['dtle:bigint unsigned'],
        'bits': [],
        'base64': ['dataworks_v1:bytes', 'dtle:bytes'],
        'byte list': [],
        'latin-1': [],
        'hex': []
    } -%}
    {%- for format in oms -%}
        {%- do types['epoch seconds'].extend([format ~ ':timestamp', format ~ ':']) -%}
        {%- do types['bits'].append(format ~ ':bit') -%}
        {%- do types['base64'].extend([format ~ ':', format ~ ':bit']) -%}
    {%- endfor -%}
    {%- for type in binary_types -%}
        {%- for format in oms + ['dts_avro'] -%}{%- do types['base64'].append(format ~ ':' ~ type) -%}{%- endfor -%}
        {%- for format in ['drs_json', 'drs_json_c'] -%}{%- do types['byte list'].append(format ~ ':' ~ type) -%}{%- endfor -%}
        {%- do types['latin-1'].append('canal:' ~ type) -%}
    {%- endfor -%}
    {%- for type in ['geometry', 'raw', 'long raw', 'bfile'] -%}{%- do types['base64'].append('dts_avro:' ~ type) -%}{%- endfor -%}
    {%- set known = [] -%}
    {%- for notation in notations -%}
        {%- if notation not in types -%}{{ exceptions.raise_compiler_error("is_encoded_as: unknown notation '" ~ notation ~ "'") }}{%- endif -%}
        {%- do known.extend(types[notation]) -%}
    {%- endfor -%}
    {#- One pattern, compiled once: the encoding is looked at for each value. -#}
    {{ encoding }} rlike r'(?i)^({{ (known | join('|')).replace('.', '[.]') }}{{ '|' if known }}([^(]*:)?({{ notations | join('|') }})) *([(]|\z)'
{%- endmacro %}
