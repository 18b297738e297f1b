{#-
    Where a change stands in its source, as Debezium's connector says it: columns of `staged_columns`.

    source: SQL expression of map<string,string>, the fields of the message's `source`. Needs the columns connector and is_snapshot.
    source_position: file, position and row of a binary log, or of Cassandra's commit log; Spanner's transaction, record and change in it; commit and change of SQL Server, Db2, Informix and Oracle; else sequence, LSN, VGTID or MongoDB's order within a second. (Debezium, source information of each connector.)
    sequence_number: of a position that every change has for itself, and that sorts: the place in a binary log (see `binlog_number`), or PostgreSQL's last commit and place in the log.
-#}
{% macro debezium_position(source) -%}
    case
        when connector in ('mysql', 'mariadb', 'cassandra') and {{ source }}['file'] <> ''
            then concat_ws(':', {{ source }}['file'], {{ source }}['pos'], coalesce({{ source }}['row'], '0'))
        when connector in ('sqlserver', 'db2', 'informix')
            then concat_ws(' ', {{ source }}['commit_lsn'], {{ source }}['change_lsn'], {{ source }}['event_serial_no'])
        when connector = 'spanner' then concat_ws(' ', {{ source }}['server_transaction_id'], {{ source }}['sequence'], {{ source }}['mod_number'])
        when connector = 'oracle' then concat_ws(':', {{ source }}['commit_scn'], {{ source }}['scn'], {{ source }}['ssn'])
        else coalesce({{ source }}['sequence'], {{ source }}['lsn'], {{ source }}['vgtid'], {{ source }}['ord'])
    end as source_position,
    case
        when is_snapshot then null
        when connector in ('mysql', 'mariadb') then {{ rosetta_cdc.binlog_number(source ~ "['file']", source ~ "['pos']", source ~ "['row']") }}
        when connector = 'postgresql' then get(transform(
            array(from_json({{ source }}['sequence'], 'array<string>')),
            places -> if(
                size(places) = 2 and places[1] rlike '^[0-9]{1,19}$' and coalesce(places[0], '0') rlike '^[0-9]{1,19}$',
                try_cast(concat(coalesce(places[0], '0'), lpad(places[1], 19, '0')) as decimal(38, 0)),
                null
            )
        ), 0)
    end as sequence_number
{%- endmacro %}
