{#-
    The columns of a table of `cdc_table`, as a list of dicts: source (the column's name in the source), name (in the table), type (see `typed_value`), stored (the
    table's type of it), value and encoding (SQL expressions).

    columns: dict of the source's name to a type, or to a dict of type, name (by default the source's, with `_` for what no name of a column may hold), and
    declared: the source's type where messages do not say it or not all of it, such as `bigint unsigned`, or a notation of `is_encoded_as`; or to none for a column that the table leaves out on purpose.
    taken: names that the table has already. Names that differ only in case, or not at all, get a number.
    Raises a compiler error where columns are no dict, for a column without a type, an unknown entry, and for a name given by hand that another column has.
-#}
{% macro typed_columns(columns, taken) %}
    {%- if columns is not mapping -%}{{ exceptions.raise_compiler_error("cdc_table: columns must be a dict such as {'id': 'bigint'}") }}{%- endif -%}
    {%- set names = [] -%}
    {%- for name in taken %}{% do names.append(name) %}{% endfor -%}
    {%- set result = [] -%}
    {%- for source, given in columns.items() if given is not none -%}
        {%- set column = given if given is mapping else {'type': given} -%}
        {%- for entry in column if entry not in ('type', 'name', 'declared') -%}
            {{ exceptions.raise_compiler_error("cdc_table: column '" ~ source ~ "': unknown entry '" ~ entry ~ "'; known entries are type, name and declared") }}
        {%- endfor -%}
        {%- do rosetta_cdc.type_family(column.type, "cdc_table: column '" ~ source ~ "'") -%}
        {%- set name = column.name or modules.re.sub('[^\\w]', '_', source)[:100] or 'column' -%}
        {%- if column.name and (modules.re.search('[^\\w]', name) or name | lower in names) -%}
            {{ exceptions.raise_compiler_error("cdc_table: column '" ~ source ~ "' cannot be named '" ~ name ~ "': a name consists of letters, digits and _, and no two columns may share one") }}
        {%- endif -%}
        {%- set free = namespace(name=name) -%}
        {%- for number in range(2, names | length + 3) if free.name | lower in names -%}
            {%- set free.name = name ~ '_' ~ number -%}
        {%- endfor -%}
        {%- do names.append(free.name | lower) -%}
        {%- set entry = '[' ~ rosetta_cdc.sql_text_literal(source) ~ ']' -%}
        {%- set encoding = 'column_encodings' ~ entry -%}
        {%- if column.declared -%}
            {%- set encoding = "concat(split_part(" ~ encoding ~ ", ':', 1), ':', " ~ rosetta_cdc.sql_text_literal(column.declared) ~ ')' -%}
        {%- endif -%}
        {%- set element = rosetta_cdc.element_type(column.type) -%}
        {%- set single = element or column.type -%}
        {%- set stored = {'time': 'string', 'interval_microseconds': 'bigint', 'interval_months': 'bigint'}.get(single, single.replace(' ', '')) -%}
        {%- do result.append({
            'source': source, 'name': free.name, 'type': column.type, 'stored': 'array<' ~ stored ~ '>' if element else stored, 'value': 'row_image' ~ entry, 'encoding': encoding
        }) -%}
    {%- endfor -%}
    {%- if not result -%}{{ exceptions.raise_compiler_error('cdc_table: there are no columns; columns must list at least one') }}{%- endif -%}
    {{ return(result) }}
{% endmacro %}
