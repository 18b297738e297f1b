{#-
    Raises an error that names a variable of the project and its value where the value is not what the variable takes, before a command runs anything.
    A variable may be given on the command line as any YAML: `"yes"` is text, not true.
    in_run: whether this is the begin of a command, where Java can be asked what is a regular expression, and dbt which checks there are.
-#}
{% macro check_variables(in_run=false) %}
    {%- set thresholds = rosetta_cdc.variable('cdc_thresholds') -%}
    {#- Each check is a data test; which there are, dbt knows when it has read the project. #}
    {%- set checks = [] -%}
    {%- for node in (graph.nodes.values() if in_run and execute else []) if (node.test_metadata or {}).name == 'within_thresholds' -%}
        {%- do checks.append(node.test_metadata.kwargs.check) -%}
    {%- endfor -%}
    {%- set levels = [] -%}
    {%- for pair in (thresholds.values() if thresholds is mapping else []) -%}
        {%- do levels.extend(pair if pair is sequence and pair is not string and pair | length == 2 else ['none']) -%}
    {%- endfor -%}
    {%- set thresholds_are_numbers = thresholds is mapping and (not checks or thresholds.keys() | map('string') | sort == checks | sort)
        and levels | reject('none') | reject('number') | list == [] and levels | select('boolean') | list == []
        and levels | map('string') | select('in', ['nan', 'inf', '-inf']) | list == [] -%}
    {%- set wanted = {
        'cdc_allow_full_refresh': [rosetta_cdc.variable('cdc_allow_full_refresh') is boolean, 'true or false'],
        'cdc_keep_events': [rosetta_cdc.variable('cdc_keep_events') is boolean, 'true or false'],
        'cdc_run_lock_hours': [
            rosetta_cdc.variable('cdc_run_lock_hours') is integer and rosetta_cdc.variable('cdc_run_lock_hours') is not boolean and rosetta_cdc.variable('cdc_run_lock_hours') > 0, 'a whole number of hours above 0'
        ],
        'cdc_formats': [rosetta_cdc.variable('cdc_formats') is mapping, 'a declaration for each format code'],
        'cdc_own_formats': [rosetta_cdc.variable('cdc_own_formats') is mapping, 'a declaration for each format code'],
        'cdc_common_options': [rosetta_cdc.variable('cdc_common_options') is mapping, 'values and their meanings for each option'],
        'cdc_avro_seed': [rosetta_cdc.variable('cdc_avro_seed') is string, 'the name of a seed'],
        'cdc_registry_seed': [rosetta_cdc.variable('cdc_registry_seed') is string, 'the name of a seed'],
        'cdc_raw_schema': [rosetta_cdc.variable('cdc_raw_schema') is string, 'the name of a schema'],
        'cdc_thresholds': [
            thresholds_are_numbers, 'a list of two numbers or nulls for each check: ' ~ checks | sort | join(', ')
        ],
        'cdc_unmonitored_topics': [rosetta_cdc.variable('cdc_unmonitored_topics') is string and (not in_run or not rosetta_cdc._is_selected('cdc_pipeline_alerts') or rosetta_cdc._is_pattern(rosetta_cdc.variable('cdc_unmonitored_topics'))), 'a Java regular expression']
    } -%}
    {%- for name, (is_right, what) in wanted.items() if not is_right -%}
        {{ exceptions.raise_compiler_error('variable ' ~ name ~ " is '" ~ rosetta_cdc.variable(name) ~ "'; it must be " ~ what) }}
    {%- endfor -%}
    {%- do rosetta_cdc.check_formats() -%}
{% endmacro %}

{#- Whether the command that begins concerns a model of the project: itself or a test of it. name: of the model. -#}
{% macro _is_selected(name) %}
    {%- for unique_id in selected_resources if name in unique_id -%}{{ return(true) }}{%- endfor -%}
    {{ return(false) }}
{% endmacro %}

{#- Whether Java compiles a regular expression; true while dbt reads the project. text: the expression. -#}
{% macro _is_pattern(text) %}
    {%- if not execute -%}{{ return(true) }}{%- endif -%}
    {%- set query = "select try_reflect('java.util.regex.Pattern', 'compile', " ~ rosetta_cdc.sql_text_literal(text) ~ ') is not null' -%}
    {{ return(run_query(query).columns[0].values()[0]) }}
{% endmacro %}
