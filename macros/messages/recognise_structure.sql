{#-
    Names the format of a message by its structure alone, `unknown` where none fits.

    text: JSON text, numbers as sent. Returns a format code, or one of `tombstone` (null value), `null_value` (empty or JSON null),
    `not_json`, `shareplex` (vendor unknown), `connect_key`, `debezium`, `maxwell`, `ogg`, `aws_dms`, `dts_avro_json`, `unknown`.
    The order of the tests matters: {schema, payload} is shared by DataWorks, OMS, dtle and Debezium, `op` lies in five
    formats at two depths. Source: the vendors' format documents; Canal with `id` is read as open-source Canal, which DRS JSON,
    DRS JSON-C and DTS Canal look like, too: a registry row decides between them.
    One parse a message: the lambda binds it, so that the tests share it.
-#}
{% macro recognise_structure(text) -%}
    {%- set skeleton -%}
        schema struct<type string, name string, column string, dataColumn string>,
        payload struct<op string, sequenceId string, ddl string, databaseName string, status string, ts_ms string,
            timestamp struct<eventTime string>,
            source struct<ts_sec string, connector string>,
            before struct<data string, dataColumn string>, after struct<data string, dataColumn string>>,
        version string, allMetaData struct<dbType string>, recordType string,
        prevStruct struct<__light_type string>, postStruct struct<__light_type string>,
        meta struct<op string, userid string, rowid string, `table` string>,
        sourceTimestamp string, operation string, sourcePosition string,
        ddl string, position string, databaseName string, op_type string,
        metadata struct<`record-type` string>, op string, source struct<ts_sec string, connector string>, status string, event_count string,
        columnType string, opType string, isDdl string, type string, id string, `table` string, `database` string, ts_ms string
    {%- endset -%}
    case
        when {{ text }} is null then 'tombstone'
        when regexp_replace({{ text }}, r'\s', '') in ('', 'null') then 'null_value'
        when {{ is_null_envelope(text) }} then 'dtle'
        else get(transform(
            array(from_json({{ text }}, '{{ skeleton | replace('\n', ' ') }}', {{ json_options() }})),
            j -> case
                when j is null or {{ text }} not rlike r'^\s*\{' then 'not_json'
                when j.schema.type = 'struct' and j.payload is not null then case
                    when j.schema.name like '%.Key' and j.payload.op is null then 'connect_key'
                    when j.payload.op in ('c', 'u', 'd', 'r', 't', 'm') and j.payload.source is not null
                        then if(j.payload.source.ts_sec is not null and j.payload.source.connector is null, 'dtle', 'debezium')
                    when coalesce(j.payload.ddl, j.payload.databaseName, j.payload.ts_ms) is not null
                        or j.payload.status in ('BEGIN', 'END') then 'debezium'
                    else 'unknown'
                end
                when j.payload is not null and (
                    j.version like '2.%' or j.schema.column is not null
                    or coalesce(j.payload.after.data, j.payload.before.data) is not null or j.payload.op = 'HEARTBEAT'
                ) then 'oms_dataworks_v2'
                when j.payload is not null and (
                    j.payload.sequenceId is not null or j.schema.dataColumn is not null or j.payload.op = 'MHEARTBEAT'
                    or coalesce(j.payload.after.dataColumn, j.payload.before.dataColumn) is not null
                    or (j.payload.op is not null and j.payload.timestamp.eventTime is not null)
                ) then 'dataworks_v1'
                when j.payload is not null then 'unknown'
                when j.allMetaData is not null and (j.recordType is not null or j.prevStruct is not null or j.postStruct is not null)
                    then if(coalesce(j.postStruct.__light_type, j.prevStruct.__light_type) is not null, 'oms_default_extend', 'oms_default')
                when j.meta.op is not null then case
                    when j.meta.userid is not null then 'dts_shareplex'
                    when startswith(j.meta.rowid, concat(j.meta.`table`, '-')) then 'oms_shareplex'
                    else 'shareplex'
                end
                when j.sourceTimestamp is not null and j.operation is not null and j.sourcePosition is not null then 'dts_avro_json'
                when j.ddl is not null and j.position is not null then 'dtle'
                when j.ddl is not null and j.databaseName is not null then 'debezium'
                when j.op_type is not null then 'ogg'
                when j.metadata.`record-type` is not null then 'aws_dms'
                when j.op in ('c', 'u', 'd', 'r', 't', 'm') and j.source is not null
                    then if(j.source.ts_sec is not null and j.source.connector is null, 'dtle', 'debezium')
                when j.status in ('BEGIN', 'END') and j.event_count is not null then 'debezium'
                when j.columnType is not null and j.opType is not null then 'drs_json'
                when j.isDdl is not null and j.type is not null then if(j.id is null, 'oms_canal', 'canal')
                when j.`database` is not null and j.type rlike '^(insert|update|delete|bootstrap-|table-|database-)' then 'maxwell'
                when j.ts_ms is not null and {{ text }} rlike r'^\s*\{\s*"ts_ms"\s*:\s*-?[0-9]+\s*\}\s*$' then 'debezium'
                else 'unknown'
            end
        ), 0)
    end
{%- endmacro %}
