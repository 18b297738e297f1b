{#-
    True where `old` of an UPDATE lacks columns of the row, and these have not changed. after, changed: map<string,string>; key_names: array<string>, null where the message names no key;
    is_known: SQL condition that tool or server send all columns. Null where `old` is missing; false where it is empty, for it says nothing then, unless all columns are sent.

    With binlog_row_image=MINIMAL the server logs the key before an update and the changed columns after it: `old` has then at most columns of the key, and the row lacks those of the key that
    it does not change. So what `old` lacks has not changed if `old` has a column that is none of the key, or the row a key column that `old` lacks; without a key, the server logs all columns
    before an update. (MySQL Reference Manual, binlog_row_image; Canal, MQMessageUtils: `old` has the columns before the update that have changed.)
    Most often both name the same columns in the same order, which costs least to see.
-#}
{% macro canal_is_partial(after, changed, key_names, is_known) -%}
    map_keys({{ changed }}) <> map_keys({{ after }})
    and (size({{ changed }}) > 0 or {{ is_known }})
    and (size({{ changed }}) < size({{ after }}) or size(array_except(map_keys({{ after }}), map_keys({{ changed }}))) > 0)
    and (
        {{ is_known }}
        or {{ key_names }} is null
        or size(array_except(map_keys({{ changed }}), {{ key_names }})) > 0
        or size(array_except(array_intersect({{ key_names }}, map_keys({{ after }})), map_keys({{ changed }}))) > 0
    )
{%- endmacro %}
