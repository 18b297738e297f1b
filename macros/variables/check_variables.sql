{#-
    Raises an error that names a variable of the project and its value where the value is not what the variable takes, before a command runs anything.
    A variable may be given on the command line as any YAML: `"yes"` is text, not true.
-#}
{% macro check_variables() %}
    {%- set formats = var('cdc_formats') -%}
    {%- set formats_are_listed = formats is mapping and formats.keys() | map('string') | sort == ['by_structure', 'parsed', 'without_parser']
        and formats.values() | reject('sequence') | list == [] and formats.values() | select('string') | list == []
        and formats.values() | map('list') | sum(start=[]) | reject('string') | list == [] -%}
    {%- set sequence_formats = var('cdc_sequence_formats') -%}
    {%- set thresholds = var('cdc_thresholds') -%}
    {%- set levels = [] -%}
    {%- for pair in (thresholds.values() if thresholds is mapping else []) -%}
        {%- do levels.extend(pair if pair is sequence and pair is not string and pair | length == 2 else ['none']) -%}
    {%- endfor -%}
    {%- set wanted = {
        'cdc_allow_full_refresh': [var('cdc_allow_full_refresh') is boolean, 'true or false'],
        'cdc_run_lock_hours': [
            var('cdc_run_lock_hours') is integer and var('cdc_run_lock_hours') is not boolean and var('cdc_run_lock_hours') > 0, 'a whole number of hours above 0'
        ],
        'cdc_formats': [formats_are_listed, 'lists of format codes under parsed, without_parser and by_structure'],
        'cdc_sequence_formats': [
            formats_are_listed and sequence_formats is sequence and sequence_formats is not string
                and sequence_formats | reject('in', formats.parsed) | list == [],
            'a list of format codes of cdc_formats, parsed'
        ],
        'cdc_thresholds': [
            thresholds is mapping and levels | reject('none') | reject('number') | list == [],
            'a list of two numbers or nulls for each check'
        ],
        'cdc_unmonitored_topics': [var('cdc_unmonitored_topics') is string, 'a regular expression']
    } -%}
    {%- for name, (is_right, what) in wanted.items() if not is_right -%}
        {{ exceptions.raise_compiler_error('variable ' ~ name ~ " is '" ~ var(name) ~ "', not " ~ what) }}
    {%- endfor -%}
{% endmacro %}
