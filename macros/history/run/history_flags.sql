{#-
    Oddities that a run looks for before it folds, as conditions on columns of `cdc_events`: dict of name -> SQL condition. What nobody has ever met is not looked for.

    tables: a statement may empty tables. halves: updates in two halves. neighbours: such without a pair_id.
    inherited: a row moved, or may have moved, to another key with an image that may lack columns.
-#}
{% macro history_flags() -%}
    {{ return({
        'tables': "event_kind = 'truncate' or (event_kind = 'ddl' and (ddl_text rlike '(?i)drop' or upper(source_op) = 'ERASE'))",
        'halves': "op in ('update_before', 'update_after')",
        'neighbours': "op in ('update_before', 'update_after') and pair_id is null",
        'inherited': "(previous_row_key is not null or op = 'update_after') and after_complete is not true"
    }) }}
{%- endmacro %}
