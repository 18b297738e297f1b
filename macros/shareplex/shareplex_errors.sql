{#-
    The columns row_error and row_error_detail of a SharePlex message. contradiction: SQL condition under which the message is another vendor's.
    Needs the columns of `shareplex_changes` and `unusable`.
-#}
{% macro shareplex_errors(contradiction) -%}
    case
            when message.meta is null or {{ contradiction }} then 'format_mismatch'
            when source_op is null then 'missing_field'
            when op = 'unknown' and size(after) > 0 then 'unknown_operation'
            when unusable is not null then 'invalid_field'
        end as row_error,
        case
            when message.meta is null or {{ contradiction }} then null
            when source_op is null then 'meta.op is missing'
            when op = 'unknown' then 'a row under an operation that the format does not document'
            when unusable is not null then concat('not readable: ', unusable)
        end as row_error_detail
{%- endmacro %}
