{#-
    What two deliveries of one change share and two changes do not (see `identity_formats`): a hash of 64 bits, compared within one row only; null where
    the message has no identity, an empty or zero number included. Needs the columns of `cdc_events`.
-#}
{% macro change_identity() -%}
    case
        when sequence_number <> 0 and source_format in ('{{ identity_formats() | join("', '") }}')
            and (source_format <> 'dts_shareplex' or transaction_order is not null)
            then xxhash64(
                event_kind, coalesce(op, ''), committed_at, sequence_number, coalesce(source_position, ''), coalesce(transaction_id, ''),
                coalesce(transaction_order, -1), row_index, coalesce(row_key, ''), coalesce(previous_row_key, ''), coalesce(ddl_text, ''),
                sort_array(map_entries(before)), before is null, sort_array(map_entries(after)), after is null
            )
    end
{%- endmacro %}
