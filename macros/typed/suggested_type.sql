{#-
    The type of a typed column that suits what the source declares, and where it declares nothing, what the values look like. Returns a dict: type (see `typed_value`), basis
    (`declared`, or `values`).

    column: dict of encodings (`format:declared type`, those that values of the column have) and of what is known of the values, see `observed_columns`.
    has_zone: whether the source's zone is known.
-#}
{% macro suggested_type(column, has_zone) -%}
    {{ return(adapter.dispatch('suggested_type', 'rosetta_cdc')(column, has_zone)) }}
{%- endmacro %}

{#- What `suggested_type` does where no project overrides it. -#}
{% macro default__suggested_type(column, has_zone) %}
    {%- set found = namespace(type=none, basis='declared') -%}
    {%- for encoding in column.encodings -%}
        {%- set declared = rosetta_cdc._declared_type(encoding, column, has_zone) -%}
        {%- if not declared -%}
            {%- set declared = rosetta_cdc._type_of_values(column) -%}
            {%- set found.basis = 'values' -%}
        {%- endif -%}
        {%- set found.type = declared if found.type is none else rosetta_cdc._wider_type(found.type, declared) -%}
    {%- endfor -%}
    {{ return({'type': found.type or 'string', 'basis': found.basis if found.type else 'values'}) }}
{% endmacro %}

{#- The type for one encoding; none where it declares none. Arguments: see `suggested_type`. -#}
{% macro _declared_type(encoding, column, has_zone) %}
    {%- set format, _, declared = encoding.partition(':') -%}
    {%- set declared = declared | lower | trim -%}
    {#- Parameters by name are Connect's, and those that stand in brackets without one the length, or precision and scale, of an SQL type. Debezium writes the source's type, length and scale
        as parameters of names of its own, where column.propagate.source.type says so: they are none of the type's. #}
    {%- set parameters = declared.partition('(')[2] -%}
    {%- set is_named = '=' in parameters -%}
    {%- set name = modules.re.sub(' +', ' ', modules.re.sub(' (zerofill|unsigned|signed)\\b', '', declared.split('(')[0])) | trim -%}
    {%- set is_unsigned = not is_named and modules.re.search(' (unsigned|zerofill)\\b', declared) is not none -%}
    {%- set declaration = rosetta_cdc.declared_formats().get(format, {'types': {}, 'encodings': {}}) -%}
    {%- set numbers = [] if is_named else modules.re.findall('-?[0-9]+', parameters.partition(')')[0]) | map('int') | list -%}
    {%- set scale = modules.re.search('(?:^|[, ])scale=(-?[0-9]+)', parameters) -%}
    {%- set digits = modules.re.search('(?:^|[, .])precision=([0-9]+)', parameters) -%}
    {%- set length = modules.re.search('(?:^|[, ])length=([0-9]+)', parameters) -%}
    {%- set is_precise = (numbers[0] if numbers else 9 if name in ('io.debezium.time.nanotimestamp', 'datetime2', 'datetimeoffset') else 0) > 6 -%}
    {%- set signed = {'tinyint': 'tinyint', 'int1': 'tinyint', 'smallint': 'smallint', 'int16': 'smallint', 'int2': 'smallint', 'mediumint': 'int', 'middleint': 'int', 'int3': 'int', 'int': 'int',
        'integer': 'int', 'int4': 'int', 'int32': 'int', 'bigint': 'bigint', 'int8': 'bigint', 'long': 'bigint', 'int64': 'bigint', 'year': 'smallint', 'io.debezium.time.year': 'int'} -%}
    {%- set unsigned = {'tinyint': 'smallint', 'smallint': 'int', 'int': 'bigint', 'bigint': 'decimal(20,0)'} -%}
    {%- set others = {
        'bool': 'boolean', 'boolean': 'boolean', 'float': 'float', 'real': 'double', 'float32': 'float', 'float4': 'float', 'binary_float': 'float',
        'double': 'double', 'double precision': 'double', 'float64': 'double', 'float8': 'double', 'binary_double': 'double',
        'time': 'time', 'org.apache.kafka.connect.data.time': 'time', 'io.debezium.time.time': 'time', 'io.debezium.time.microtime': 'time',
        'io.debezium.time.nanotime': 'time', 'datetime': 'timestamp_ntz', 'datetime2': 'timestamp_ntz', 'io.debezium.time.timestamp': 'timestamp_ntz',
        'io.debezium.time.microtimestamp': 'timestamp_ntz', 'io.debezium.time.nanotimestamp': 'timestamp_ntz', 'org.apache.kafka.connect.data.timestamp': 'timestamp_ntz',
        'io.debezium.time.zonedtimestamp': 'timestamp', 'zoned_datetime': 'timestamp', 'datetimeoffset': 'timestamp', 'timestamptz': 'timestamp', 'timestamp with time zone': 'timestamp',
        'timestamp with local time zone': 'timestamp', 'timestamp without time zone': 'timestamp_ntz', 'interval_day_to_second': 'interval_microseconds', 'interval day to second': 'interval_microseconds',
        'io.debezium.time.microduration': 'interval_microseconds', 'io.debezium.time.nanoduration': 'interval_microseconds',
        'interval_year_to_month': 'interval_months', 'interval year to month': 'interval_months',
        'org.apache.kafka.connect.data.date': 'date', 'io.debezium.time.date': 'date',
        'serial': 'decimal(20,0)', 'io.debezium.time.isodate': 'date', 'io.debezium.time.isotime': 'time', 'io.debezium.time.isotimestamp': 'timestamp_ntz'
    } -%}
    {%- if not declared -%}{{ return(none) }}{%- endif -%}
    {%- set element = rosetta_cdc.element_type(declared) -%}
    {%- if element -%}
        {#- What is known of the values is known of arrays, not of their elements: a type that depends on values is text. #}
        {%- set is_of_values = modules.re.match('(bytes|io[.]debezium[.]data[.]variablescaledecimal)', element) or rosetta_cdc.element_type(element) -%}
        {%- set found = none if is_of_values else rosetta_cdc._declared_type(format ~ ':' ~ element, {}, has_zone) -%}
        {{ return('array<' ~ (found or 'string') ~ '>') }}
    {%- endif -%}
    {%- if name in declaration.types -%}{{ return(declaration.types[name]) }}{%- endif -%}
    {%- for notation in rosetta_cdc.own_notations() if format ~ ':' ~ name in rosetta_cdc.encoded_types(notation) -%}{{ return(none) }}{%- endfor -%}
    {%- if name == 'date' -%}{{ return(rosetta_cdc._time_that_holds('timestamp_ntz' if column.times_of_day else 'date', column, false)) }}{%- endif -%}
    {%- if name == 'timestamp' -%}{{ return(rosetta_cdc._time_that_holds('timestamp_ntz' if column.zoneless_times and not has_zone else 'timestamp', column, is_precise)) }}{%- endif -%}
    {%- if name in ('bit', 'io.debezium.data.bits') -%}
        {%- set length = length.group(1) | int if length else numbers[0] if numbers else none -%}
        {{ return('boolean' if length == 1 else 'bigint' if length and length < 64 else 'decimal(20,0)' if not length or length <= 64 else 'decimal(38,0)' if length <= 126 else 'binary') }}
    {%- endif -%}
    {%- if name in signed -%}{{ return(rosetta_cdc._integer_that_holds(unsigned[signed[name]] if is_unsigned and name != 'year' else signed[name], column)) }}{%- endif -%}
    {#- MySQL's is an integer, and sources of other formats may be MySQL, too. #}
    {%- if name in ('bool', 'boolean') and column.other_numbers -%}{{ return(rosetta_cdc._integer_that_holds('tinyint', column)) }}{%- endif -%}
    {%- if name == 'float' and numbers | length == 1 and numbers[0] > 24 -%}{{ return('double') }}{%- endif -%}
    {%- if name in ('decimal', 'numeric', 'number', 'dec', 'fixed', 'org.apache.kafka.connect.data.decimal', 'io.debezium.data.variablescaledecimal') -%}
        {%- if is_named -%}{{ return(rosetta_cdc._decimal_of(digits.group(1) | int if digits else none, scale.group(1) | int if scale else none, column)) }}{%- endif -%}
        {#- Drivers report a NUMBER without precision as (0,-127) or (0,0). #}
        {%- set is_known = numbers and numbers[0] > 0 and numbers[-1] >= -84 -%}
        {{ return(rosetta_cdc._decimal_of(numbers[0], numbers[1] if numbers | length > 1 else 0, column) if is_known else rosetta_cdc._decimal_of_values(column)) }}
    {%- endif -%}
    {#- Bytes of a known notation. DTS numbers BLOB and TEXT alike, and geometries of both notations; a text is hardly ever base64. #}
    {%- if format ~ ':' ~ name in rosetta_cdc.encoded_types('base64') -%}{{ return('binary' if column.base64_values >= column.value_count else 'string') }}{%- endif -%}
    {%- if format ~ ':' ~ name in rosetta_cdc.encoded_types('byte list') + rosetta_cdc.encoded_types('latin-1') + rosetta_cdc.encoded_types('hex') -%}{{ return('binary') }}{%- endif -%}
    {{ return(rosetta_cdc._time_that_holds(others.get(name, 'string'), column, is_precise)) }}
{% endmacro %}

{#-
    The decimal of a declared precision and scale, text where it has more than 38 digits. A scale below zero stands for zeros before the point, one above the precision for zeros behind it
    (Oracle has both). Where either is not declared, the values decide: a number of Connect may have any precision, a NUMERIC or NUMBER without scale any number of digits.
    precision, scale: numbers, none if not declared. column: see `suggested_type`.
-#}
{% macro _decimal_of(precision, scale, column) %}
    {%- if scale is none -%}{{ return(rosetta_cdc._decimal_of_values(column)) }}{%- endif -%}
    {%- set kept = [scale, 0] | max -%}
    {%- if not precision -%}{{ return('decimal(38,' ~ kept ~ ')' if (column.whole_digits or 0) + kept <= 38 else 'string') }}{%- endif -%}
    {%- set digits = [precision - scale + kept, kept] | max -%}
    {{ return('decimal(' ~ digits ~ ',' ~ kept ~ ')' if digits <= 38 else 'string') }}
{% endmacro %}

{#-
    A type of times, or text where values have more digits than microseconds, which the type cannot hold: SQL Server's datetime2(7) and datetimeoffset(7), Oracle's TIMESTAMP(9).
    type: any type; only those of days and instants, and spans, may become another one. column: see `suggested_type`. is_precise: whether the declared type has such digits, by which is
    decided where there are no values.
-#}
{% macro _time_that_holds(type, column, is_precise) %}
    {%- set is_beyond = column.precise_times or is_precise and not column.value_count -%}
    {{ return('string' if is_beyond and type in ('date', 'timestamp', 'timestamp_ntz', 'interval_microseconds') else type) }}
{% endmacro %}

{#-
    The least integer type from a given one on that holds the numbers seen, a decimal of 20 digits, or of 38, where none does: DTS and DataWorks declare unsigned integers like signed ones.
    type: an integer type or decimal(20,0). column: see `suggested_type`.
-#}
{% macro _integer_that_holds(type, column) %}
    {%- set types = ['tinyint', 'smallint', 'int', 'bigint', 'decimal(20,0)'] -%}
    {%- set least = types[[types.index(type), column.integer_width or 0] | max] -%}
    {{ return('decimal(38,0)' if least == types[4] and (column.whole_digits or 0) > 20 else least) }}
{% endmacro %}

{#- A decimal that holds the numbers seen, with room before the point; text where they have more than 38 digits. column: see `suggested_type`. -#}
{% macro _decimal_of_values(column) %}
    {%- set scale = column.fraction_digits or 0 -%}
    {{ return('decimal(38,' ~ scale ~ ')' if (column.whole_digits or 0) + scale <= 38 else 'string') }}
{% endmacro %}

{#- The type that all values seen have; text if none, or if a number begins with zeros. column: see `suggested_type`. -#}
{% macro _type_of_values(column) %}
    {%- if not column.value_count -%}{{ return('string') }}{%- endif -%}
    {%- if column.numbers == column.value_count -%}
        {%- if column.fraction_digits -%}{{ return(rosetta_cdc._decimal_of_values(column)) }}{%- endif -%}
        {{ return('bigint' if column.whole_digits <= 18 else rosetta_cdc._decimal_of_values(column)) }}
    {%- endif -%}
    {%- if column.booleans == column.value_count -%}{{ return('boolean') }}{%- endif -%}
    {%- if column.dates == column.value_count -%}{{ return(rosetta_cdc._time_that_holds('timestamp_ntz' if column.times_of_day else 'date', column, false)) }}{%- endif -%}
    {%- if column.zoned_times == column.value_count -%}{{ return(rosetta_cdc._time_that_holds('timestamp', column, false)) }}{%- endif -%}
    {{ return('string') }}
{% endmacro %}

{#- The type that holds the values of two types; text if there is none. -#}
{% macro _wider_type(one, other) %}
    {%- set integers = ['tinyint', 'smallint', 'int', 'bigint'] -%}
    {%- if one == other -%}{{ return(one) }}{%- endif -%}
    {%- if one in integers and other in integers -%}{{ return(integers[[integers.index(one), integers.index(other)] | max]) }}{%- endif -%}
    {#- True and false are numbers, too, as MySQL has them. #}
    {%- for type, wider in [(one, other), (other, one)] if type == 'boolean' and (wider in integers + ['float', 'double'] or wider.startswith('decimal')) -%}{{ return(wider) }}{%- endfor -%}
    {%- if [one, other] | sort == ['double', 'float'] -%}{{ return('double') }}{%- endif -%}
    {%- if [one, other] | sort == ['date', 'timestamp_ntz'] -%}{{ return('timestamp_ntz') }}{%- endif -%}
    {%- if rosetta_cdc.element_type(one) and rosetta_cdc.element_type(other) -%}
        {{ return('array<' ~ rosetta_cdc._wider_type(rosetta_cdc.element_type(one), rosetta_cdc.element_type(other)) ~ '>') }}
    {%- endif -%}
    {%- set scales = [] -%}
    {%- for type in [one, other] -%}
        {%- if type in integers -%}{% do scales.append([19, 0]) %}
        {%- elif type.startswith('decimal') -%}{% do scales.append(modules.re.findall('[0-9]+', type) | map('int') | list) %}
        {%- endif -%}
    {%- endfor -%}
    {%- if scales | length == 2 -%}
        {%- set scale = [scales[0][1], scales[1][1]] | max -%}
        {#- 38 digits are room that nobody has asked for: a digit more behind the point takes one of those before it. #}
        {%- if scales[0][0] == scales[1][0] == 38 -%}{{ return('decimal(38,' ~ scale ~ ')') }}{%- endif -%}
        {%- set precision = [scales[0][0] - scales[0][1], scales[1][0] - scales[1][1]] | max + scale -%}
        {{ return('decimal(' ~ precision ~ ',' ~ scale ~ ')' if precision <= 38 else 'string') }}
    {%- endif -%}
    {{ return('string') }}
{% endmacro %}
