{#- What the opening row of a row that goes on from its state brings beside the columns of an event: list of columns of `row_states`. -#}
{% macro opening_columns() -%}
    {{ return([
        'last_place', 'version_number', 'is_deleted', 'equal_rows', 'valid_from', 'time_is_known', 'time_may_move', 'sent_image', 'changed_columns', 'row_hash', 'order_mark',
        'inherits_from', 'contradiction', 'applied_at', 'run_id'
    ]) }}
{%- endmacro %}
