{#-
    A moment that an analyst writes, as a SQL expression of timestamp.

    name: the argument's name, for errors. value: a written time, or a SQL expression. A written time is `2026-03-01`, `2026-03-01 12:00`,
    `2026-03-01T12:00:00.123456`, with or without `Z`, `UTC` or an offset such as `+08:00`; bare, in quotes, or as the literal `timestamp'...'`. Without
    a zone it is UTC, whatever the session's zone. Everything else that does not begin with a digit is a SQL expression, which Spark judges.

    Returns a dict: `sql`, and `written`, the instant of a written time as a datetime in UTC, none for an expression. Raises a compiler error for a
    written time that is none.
-#}
{% macro instant_of(name, value) -%}
    {%- set text = '' if value is none else value | string | trim -%}
    {%- set quoted = modules.re.match("(?i)(timestamp)?\\s*'([^']*)'$", text) -%}
    {%- set written = quoted.group(2) | trim if quoted else text -%}
    {%- set parts = modules.re.match(
        '(\\d{4})-(\\d\\d)-(\\d\\d)(?:[ T](\\d\\d):(\\d\\d)(?::(\\d\\d)(?:\\.(\\d{1,6}))?)?)?\\s*(?:Z|UTC|([+-])(\\d\\d):(\\d\\d))?$', written
    ) -%}
    {%- if parts -%}
        {%- set numbers = parts.groups('0') -%}
        {%- set year, month, day, hour = numbers[0] | int, numbers[1] | int, numbers[2] | int, numbers[3] | int -%}
        {%- set minute, second, offset_hours, offset_minutes = numbers[4] | int, numbers[5] | int, numbers[8] | int, numbers[9] | int -%}
        {%- set is_month = 1 < year and (year < 9999 or not parts.group(8)) and 0 < month < 13 and 0 < day < 32 -%}
        {%- set date = modules.datetime.date(year, month, 1) + modules.datetime.timedelta(days=day - 1) if is_month else none -%}
        {%- if date and date.month == month and hour < 24 and minute < 60 and second < 60 and offset_hours < 15 and offset_minutes < 60 -%}
            {%- set local = modules.datetime.datetime(year, month, day, hour, minute, second, (numbers[6] ~ '00000')[:6] | int) -%}
            {%- set offset = modules.datetime.timedelta(hours=offset_hours, minutes=offset_minutes) -%}
            {%- set instant = local + offset if parts.group(8) == '-' else local - offset -%}
            {{ return({'sql': "timestamp'" ~ instant.isoformat(sep=' ') ~ " UTC'", 'written': instant}) }}
        {%- endif -%}
    {%- elif text and not text[:1].isdigit() and not (quoted and not quoted.group(1)) -%}
        {{ return({'sql': 'cast(' ~ text ~ ' as timestamp)', 'written': none}) }}
    {%- endif -%}
    {{ exceptions.raise_compiler_error(
        name ~ ": '" ~ text ~ "' is not a time; write one like 2026-03-01 12:00:00, with Z or +08:00 if it is not UTC, or a SQL expression of timestamp"
    ) }}
{%- endmacro %}
