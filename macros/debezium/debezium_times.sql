{#-
    Times of a change of Debezium and its place in the transaction: columns of `staged_columns`, and unusable (see `checked_fields`).

    microseconds, milliseconds: SQL expressions of source.ts_us and source.ts_ms, of which the first that is there is committed_at. read: of ts_ms. total_order: of transaction.total_order.
    Needs the columns connector and is_snapshot.
    (Debezium, data change events of each connector: source.ts_ms is the commit for some, the statement for others, the snapshot's own time in a snapshot.)
-#}
{% macro debezium_times(microseconds, milliseconds, read, total_order) -%}
    {{ rosetta_cdc.checked_fields({
        'committed_at': [
            'coalesce(' ~ microseconds ~ ', ' ~ milliseconds ~ ')',
            'coalesce(' ~ rosetta_cdc.epoch_timestamp(microseconds, 'microseconds') ~ ', ' ~ rosetta_cdc.epoch_timestamp(milliseconds, 'milliseconds') ~ ')',
            'source.ts_ms'
        ],
        'read_at': [read, 'milliseconds', 'ts_ms'],
        'transaction_order': [total_order, 'try_cast(' ~ total_order ~ ' as bigint)', 'transaction.total_order']
    }) }},
    case when is_snapshot then 'reader' when connector in ('postgresql', 'sqlserver', 'oracle', 'db2', 'informix', 'spanner') then 'commit' else 'statement' end as committed_at_basis
{%- endmacro %}
