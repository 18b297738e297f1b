{#-
    What two deliveries of one change share and two changes do not: a hash of 64 bits, compared within one row only; null where the format has no such identity (`identity` in
    `declared_formats`), or the message lacks a part of it or has the number zero, or where equal rows of a table without a key may share it (`rows_share_numbers`). Needs the columns of `cdc_events`.
    An identity without a number is of a format that has none.
-#}
{% macro change_identity() -%}
    {%- set formats = {} -%}
    {#- Debezium counts a transaction anew that it sends again from its middle: the order within is part of the identity only where the declaration says so. -#}
    {%- set with_order = [] -%}
    {%- for code in rosetta_cdc.formats_with('identity') -%}
        {%- if 'transaction_order' in rosetta_cdc.declared_formats()[code].identity -%}{%- do with_order.append(code) -%}{%- endif -%}
        {%- set parts = [] -%}
        {%- for name in rosetta_cdc.declared_formats()[code].identity | sort -%}
            {%- do parts.append('sequence_number <> 0' if name == 'sequence_number' else name ~ ' is not null') -%}
        {%- endfor -%}
        {%- do formats.setdefault(parts | join(' and '), []).append(code) -%}
    {%- endfor -%}
    {%- set shared = rosetta_cdc.formats_with('rows_share_numbers') -%}
    {%- set order_in_identity = "if(source_format in ('" ~ with_order | join("', '") ~ "'), transaction_order, -1)" if with_order else '-1' -%}
    case
        when (
            {%- for present, codes in formats | dictsort %}
            {{ 'or ' if not loop.first }}source_format in ('{{ codes | join("', '") }}') and {{ present }}
            {%- endfor %}
        ){% if shared %} and not (key_basis = 'all_columns' and source_format in ('{{ shared | join("', '") }}')){% endif %}
            then xxhash64(
                event_kind, coalesce(op, ''), committed_at, sequence_number, coalesce(source_position, ''), coalesce(transaction_id, ''),
                {{ order_in_identity }}, row_index, coalesce(row_key, ''), coalesce(previous_row_key, ''), coalesce(ddl_text, ''),
                sort_array(map_entries(before)), before is null, sort_array(map_entries(after)), after is null
            )
    end
{%- endmacro %}
