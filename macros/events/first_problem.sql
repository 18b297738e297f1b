{#-
    What keeps a row from being read: the first rule that holds, as struct of code (an error code) and detail (what was wrong in words, never content of the message); null where none holds.

    rules: list of (error code, SQL condition) or (error code, SQL condition, SQL expression of the detail). Without a detail, `unknown_operation` and `invalid_field` (which then needs the column
    unusable of `checked_fields`) have one of their own; what is said of other codes stands in `error_detail`.
-#}
{% macro first_problem(rules) -%}
    {{ return(adapter.dispatch('first_problem', 'rosetta_cdc')(rules)) }}
{%- endmacro %}

{#- What `first_problem` does where no project overrides it. -#}
{% macro default__first_problem(rules) -%}
    {%- set details = {
        'unknown_operation': "'a row under an operation that the format does not document'",
        'invalid_field': "concat('not readable: ', unusable)"
    } -%}
    case
        {%- for rule in rules %}
        when {{ rule[1] }}
            then struct('{{ rule[0] }}' as code, cast({{ rule[2] if rule | length > 2 else details.get(rule[0], 'null') }} as string) as detail)
        {%- endfor %}
    end
{%- endmacro %}
