{#-
    The text of bytes in a named character set; null where the set is not known or the bytes are not its characters.

    bytes: SQL expression of binary. charset: of the set's name as MySQL or Java write it. MySQL's latin1 is Windows-1252, its ucs2 and utf16 are big-endian.
    Spark decodes other sets than Unicode's with spark.sql.legacy.javaCharsets only, and with spark.sql.legacy.codingErrorAction it puts U+FFFD in the
    place of what it cannot decode, instead of ending the run.
-#}
{% macro charset_text(bytes, charset) -%}
    {%- set java_names = {
        'gbk': 'GBK', 'gb2312': 'GB2312', 'gb18030': 'GB18030', 'big5': 'Big5', 'latin1': 'windows-1252', 'iso88591': 'ISO-8859-1',
        'latin2': 'ISO-8859-2', 'latin5': 'ISO-8859-9', 'latin7': 'ISO-8859-13', 'greek': 'ISO-8859-7', 'hebrew': 'ISO-8859-8',
        'cp1250': 'windows-1250', 'cp1251': 'windows-1251', 'cp1256': 'windows-1256', 'cp1257': 'windows-1257', 'cp850': 'IBM850',
        'cp852': 'IBM852', 'cp866': 'IBM866', 'koi8r': 'KOI8-R', 'koi8u': 'KOI8-U', 'tis620': 'TIS-620', 'sjis': 'Shift_JIS',
        'cp932': 'windows-31j', 'ujis': 'EUC-JP', 'euckr': 'EUC-KR', 'ucs2': 'UTF-16BE', 'utf16': 'UTF-16BE', 'utf16le': 'UTF-16LE',
        'utf32': 'UTF-32BE'
    } -%}
    case
        when regexp_replace(lower({{ charset }}), '[-_]', '') in ('utf8', 'utf8mb4', 'utf8mb3', 'ascii', 'usascii')
            then try_validate_utf8(cast({{ bytes }} as string))
        else get(filter(
            array(decode(
                {{ bytes }},
                map({% for name, java_name in java_names.items() %}'{{ name }}', '{{ java_name }}'{{ ', ' if not loop.last }}{% endfor %})[
                    regexp_replace(lower({{ charset }}), '[-_]', '')
                ]
            )),
            t -> not contains(t, '\uFFFD')
        ), 0)
    end
{%- endmacro %}
