{#-
    The row before an UPDATE: the row after it with the old values laid over it. `old` may hold the changed columns only, where an absent
    column is unchanged and a null value was NULL. Null where `old` is missing.

    after, changed: map<string,string>. A map that names a column twice gives null; the row is a dead letter then.
-#}
{% macro canal_before(after, changed) -%}
    case
        when {{ changed }} is null then null
        when not {{ canal_is_partial(after, changed) }} then {{ changed }}
        when {{ has_duplicate_keys(after) }} or {{ has_duplicate_keys(changed) }} then {{ changed }}
        else {{ overlay(after, changed) }}
    end
{%- endmacro %}
