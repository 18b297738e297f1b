{#-
    Whether a row change of a table that has no key, as the registry says, can be known by all its columns: it has whole images of all that it says of rows: the one after an insert, a loaded
    row and the second half of an update, the one before a delete and a first half, both of an update. An upsert does not say whether its row is another one. A project that overrides it
    with `false` has no rows without a key. Needs the columns staged_row and completeness of `event_rows`.
-#}
{% macro all_columns_are_known() -%}
    {{ return(adapter.dispatch('all_columns_are_known', 'rosetta_cdc')()) }}
{%- endmacro %}

{#- What `all_columns_are_known` does where no project overrides it. -#}
{% macro default__all_columns_are_known() -%}
    staged_row.event_kind = 'row_change' and (
        staged_row.op in ('delete', 'update_before') or coalesce(completeness.after_complete and size(staged_row.after) > 0, false)
    ) and (
        staged_row.op in ('insert', 'snapshot', 'update_after') or coalesce(completeness.before_complete and size(staged_row.before) > 0, false)
    ) and staged_row.op in ('insert', 'snapshot', 'update', 'delete', 'update_before', 'update_after')
{%- endmacro %}
