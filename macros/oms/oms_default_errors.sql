{#-
    The columns row_error and row_error_detail of an OMS Default message. contradiction: SQL condition under which the message belongs to the
    other variant of the layout. Needs the columns of `oms_default_changes` and before, after.
-#}
{% macro oms_default_errors(contradiction) -%}
    {%- set is_foreign -%}
        message.allMetaData is null or {{ contradiction }} or (message.recordType is null and message.prevStruct is null and message.postStruct is null)
    {%- endset -%}
    case
            when {{ is_foreign }} then 'format_mismatch'
            when source_op is null then 'missing_field'
            when op = 'unknown' and (before is not null or after is not null) then 'unknown_operation'
            when unusable is not null then 'invalid_field'
        end as row_error,
        case
            when {{ is_foreign }} then null
            when source_op is null then 'recordType is missing'
            when op = 'unknown' then 'a row under an operation that the format does not document'
            when unusable is not null then concat('not readable: ', unusable)
        end as row_error_detail
{%- endmacro %}
