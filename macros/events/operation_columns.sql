{#-
    What a format's operations mean: two columns of `staged_columns`, event_kind and op.

    operation: SQL expression of the operation as the message has it, in any case. meanings: dict of what it means -> list of the format's words in capitals, or a SQL condition; the first that holds
    counts. A meaning is an op of a row change (`insert`, `update`, `delete`, `upsert`, `snapshot`, `update_before`, `update_after`), `truncate`, `ddl`, `transaction`, `heartbeat` or `marker`.
    An operation that is none of these is a marker of op `unknown`: a message without a row is kept as it is, one with a row is a dead letter (rule `unknown_operation` of `first_problem`).
    Raises a compiler error for another meaning.
-#}
{% macro operation_columns(operation, meanings) -%}
    {{ return(adapter.dispatch('operation_columns', 'rosetta_cdc')(operation, meanings)) }}
{%- endmacro %}

{#- What `operation_columns` does where no project overrides it. -#}
{% macro default__operation_columns(operation, meanings) -%}
    {%- set row_changes = ['insert', 'update', 'delete', 'upsert', 'snapshot', 'update_before', 'update_after'] -%}
    {%- set others = ['truncate', 'ddl', 'transaction', 'heartbeat', 'marker'] -%}
    {%- set conditions = {} -%}
    {%- for meaning, given in meanings.items() -%}
        {%- if meaning not in row_changes + others -%}
            {{ exceptions.raise_compiler_error("operation_columns: '" ~ meaning ~ "' is not one of " ~ (row_changes + others) | join(', ')) }}
        {%- endif -%}
        {%- do conditions.update({meaning: given if given is string else 'upper(' ~ operation ~ ") in ('" ~ given | join("', '") ~ "')"}) -%}
    {%- endfor -%}
    case
        {%- for meaning, condition in conditions.items() %}
        when {{ condition }} then '{{ 'row_change' if meaning in row_changes else meaning }}'
        {%- endfor %}
        else 'marker'
    end as event_kind,
    case
        {%- for meaning, condition in conditions.items() %}
        when {{ condition }} then {{ "'" ~ meaning ~ "'" if meaning in row_changes + ['truncate'] else 'null' }}
        {%- endfor %}
        when {{ operation }} is not null then 'unknown'
    end as op
{%- endmacro %}
