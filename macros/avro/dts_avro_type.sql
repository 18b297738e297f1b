{#-
    The name of a column's type in the source, of its number in a DTS Avro record; `type N` where no list of the numbers is published for the source.

    source_type: SQL expression of the record's sourceType. number: of the field's dataTypeNumber. Numbers: MySQL's are those of its protocol, Oracle's
    those of its dictionary (DTS, data types and their numbers).
-#}
{% macro dts_avro_type(source_type, number) -%}
    {%- set mysql = {
        0: 'decimal', 1: 'tinyint', 2: 'smallint', 3: 'int', 4: 'float', 5: 'double', 6: 'null', 7: 'timestamp', 8: 'bigint', 9: 'mediumint',
        10: 'date', 11: 'time', 12: 'datetime', 13: 'year', 14: 'date', 15: 'varchar', 16: 'bit', 17: 'timestamp', 18: 'datetime', 19: 'time',
        245: 'json', 246: 'decimal', 247: 'enum', 248: 'set', 249: 'tinyblob', 250: 'mediumblob', 251: 'longblob', 252: 'blob', 253: 'varchar',
        254: 'char', 255: 'geometry'
    } -%}
    {%- set oracle = {
        1: 'varchar2', 2: 'number', 8: 'long', 12: 'date', 23: 'raw', 24: 'long raw', 58: 'opaque', 69: 'rowid', 96: 'char', 100: 'binary_float',
        101: 'binary_double', 112: 'clob', 113: 'blob', 114: 'bfile', 180: 'timestamp', 181: 'timestamp with time zone',
        182: 'interval year to month', 183: 'interval day to second', 208: 'urowid', 231: 'timestamp with local time zone'
    } -%}
    coalesce(
        case {{ source_type }}
            {%- for source, names in {'MySQL': mysql, 'Oracle': oracle}.items() %}
            when '{{ source }}' then map({% for code, name in names.items() %}{{ code }}, '{{ name }}'{{ ', ' if not loop.last }}{% endfor %})[{{ number }}]
            {%- endfor %}
        end,
        concat('type ', {{ number }})
    )
{%- endmacro %}
