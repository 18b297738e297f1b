{#-
    What is wrong with a value of a variable. A variable may be given on the command line as any YAML: `"yes"` is text, not true.
    name, value: of the variable. in_run: whether this is the begin of a command, where Java can be asked what is a regular expression, and dbt which checks there are.
-#}
{% macro wrong_variable(name, value, in_run=false) %}
    {%- set taken = rosetta_cdc.kinds_of_variables()[name] -%}
    {%- set what = taken.what -%}
    {%- if taken.kind == 'boolean' -%}
        {%- set is_right = value is boolean -%}
    {%- elif taken.kind == 'text' -%}
        {%- set is_right = value is string -%}
    {%- elif taken.kind == 'mapping' -%}
        {%- set is_right = value is mapping -%}
    {%- elif taken.kind == 'hours' -%}
        {%- set is_right = value is integer and value is not boolean and value > 0 -%}
    {%- elif taken.kind == 'thresholds' -%}
        {%- set checks = rosetta_cdc._checks_of_thresholds() if in_run else [] -%}
        {%- set is_right = rosetta_cdc._are_thresholds(value, checks) -%}
        {%- set what = what ~ ': ' ~ checks | join(', ') -%}
    {%- elif taken.kind == 'pattern' -%}
        {%- set is_asked = in_run and rosetta_cdc._is_selected('cdc_pipeline_alerts') -%}
        {%- set is_right = value is string and (not is_asked or rosetta_cdc._is_pattern(value)) -%}
    {%- endif -%}
    {{ return('' if is_right else 'variable ' ~ name ~ " is '" ~ value ~ "'; it must be " ~ what) }}
{% endmacro %}

{#- Whether the thresholds are pairs of numbers or nulls, of all checks and no other. value: any value. checks: sorted names; none where they are not known. -#}
{% macro _are_thresholds(value, checks) %}
    {%- if value is not mapping or checks and value.keys() | map('string') | sort != checks -%}{{ return(false) }}{%- endif -%}
    {%- for pair in value.values() -%}
        {%- if pair is not sequence or pair is string or pair | length != 2 -%}{{ return(false) }}{%- endif -%}
        {%- for level in pair if level is not none and (level is boolean or level is not number or level | string in ('nan', 'inf', '-inf')) -%}{{ return(false) }}{%- endfor -%}
    {%- endfor -%}
    {{ return(true) }}
{% endmacro %}

{#- The checks that have thresholds, sorted: each is a data test, which dbt knows when it has read the project. -#}
{% macro _checks_of_thresholds() %}
    {%- set checks = [] -%}
    {%- for node in (graph.nodes.values() if execute else []) if (node.test_metadata or {}).name == 'within_thresholds' -%}
        {%- do checks.append(node.test_metadata.kwargs.check) -%}
    {%- endfor -%}
    {{ return(checks | sort) }}
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
