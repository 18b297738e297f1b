{#-
    Whether a row change whose key nobody names can be known by all its columns: its format names the key of a table that has one (declared_key_basis), and it has whole images of all that it
    says of rows: the one after an insert, a loaded row and the second half of an update, the one before a delete and a first half, both of an update. An upsert does not say whether
    its row is another one. A project that overrides it with `false` has no rows without a key. Needs the column staged_row of `event_rows`.
-#}
{% macro all_columns_are_known() -%}
    {{ return(adapter.dispatch('all_columns_are_known', 'rosetta_cdc')()) }}
{%- endmacro %}

{#- What `all_columns_are_known` does where no project overrides it. -#}
{% macro default__all_columns_are_known() -%}
    staged_row.event_kind = 'row_change' and staged_row.declared_key_basis is not null and (
        staged_row.op in ('delete', 'update_before') or coalesce(staged_row.after_complete and size(staged_row.after) > 0, false)
    ) and (
        staged_row.op in ('insert', 'snapshot', 'update_after') or coalesce(staged_row.before_complete and size(staged_row.before) > 0, false)
    ) and staged_row.op in ('insert', 'snapshot', 'update', 'delete', 'update_before', 'update_after')
{%- endmacro %}
