{#-
    The row before an UPDATE: the row after it with the old values laid over it. `old` may hold the changed columns only, where an absent
    column is unchanged and a null value was NULL. Null where `old` is missing.

    after, changed: map<string,string>. is_partial: SQL condition, see `canal_is_partial`. A map that names a column twice gives `changed`; the row
    is a dead letter then.
-#}
{% macro canal_before(after, changed, is_partial) -%}
    case
        when {{ is_partial }} and not {{ has_duplicate_keys(after) }} and not {{ has_duplicate_keys(changed) }} then {{ overlay(after, changed) }}
        else {{ changed }}
    end
{%- endmacro %}
