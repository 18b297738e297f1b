"""What the hand-written jobs know of each format: the text that is parsed, its schema and the mapping to columns."""

from __future__ import annotations

from rosetta_cdc.bench.handwritten.mappings import aws_dms, canal, dataworks, dtle, maxwell, ogg, oms_default, shareplex
from rosetta_cdc.bench.handwritten.styles import TEXT, Careful

CANAL = (
    "`database` string, `table` string, type string, isDdl string, id string, es string, ts string, sql string, gtid string, "
    "pkNames array<string>, mysqlType map<string, string>, sqlType string, data array<map<string, string>>, old array<map<string, string>>"
)
IMAGES = "map<string, string>"
DATAWORKS = (
    "schema struct<dataColumn array<struct<name string, type string>>, primaryKey array<string>, "
    "source struct<dbType string, dbVersion string, dbName string, schemaName string, tableName string>>, "
    f"payload struct<before struct<dataColumn {IMAGES}>, after struct<dataColumn {IMAGES}>, sequenceId string, scn string, op string, "
    "timestamp struct<eventTime string, systemTime string, checkpointTime string>>, version string"
)
DATAWORKS_2 = (
    "version string, schema struct<source struct<dbType string, dbVersion string, dbName string, schema string, `table` string>, "
    "column array<struct<name string, type string>>, pk array<string>>, "
    f"payload struct<before struct<data {IMAGES}>, after struct<data {IMAGES}>, op string, "
    "timestamp struct<eventTime string, systemTime string, checkpointTime string>, scn string>, extend string"
)
OMS_DEFAULT = (
    f"prevStruct {IMAGES}, postStruct {IMAGES}, recordType string, allMetaData struct<checkpoint string, record_primary_key string, "
    "record_primary_value string, source_identity string, dbType string, storeDataSequence string, table_name string, db string, "
    "timestamp string, uniqueId string>"
)
SHAREPLEX = (
    "meta struct<time string, posttime string, op string, userid string, scn string, rowid string, trans string, seq string, size string, "
    f"`table` string, idx string>, data {IMAGES}, `key` {IMAGES}"
)
OGG = (
    "`table` string, op_type string, op_ts string, current_ts string, pos string, csn string, xid string, primary_keys array<string>, "
    f"before {IMAGES}, after {IMAGES}"
)
DTLE = (
    "schema struct<name string, version string, "
    f"fields array<struct<field string, fields array<struct<field string, type string, name string, parameters {IMAGES}>>>>>, "
    f"payload struct<before {IMAGES}, after {IMAGES}, op string, ts_ms string, source struct<version string, "
    "name string, server_id string, ts_sec string, gtid string, file string, pos string, row string, snapshot string, thread string, "
    "query string, db string, `table` string>>"
)
DEBEZIUM = DTLE.replace("ts_sec string", "ts_ms string, ts_us string, ts_ns string, connector string, sequence string")

MAXWELL = (
    "`database` string, `table` string, type string, ts string, xid string, xoffset string, commit string, position string, "
    f"server_id string, data {IMAGES}, old {IMAGES}"
)
AWS_DMS = (
    "metadata struct<timestamp string, `record-type` string, operation string, `schema-name` string, `table-name` string, "
    "`partition-key-type` string, `transaction-id` string, `transaction-record-id` string, `commit-timestamp` string, "
    f"`stream-position` string>, data {IMAGES}, `before-image` {IMAGES}"
)


def formats(style: type[Careful]) -> dict[str, tuple[str, str, dict[str, str], bool]]:
    """Return what is known of each format: text to parse, schema, mapping, and whether its rows lie in arrays."""
    quoted = style.quoted
    return {
        "dataworks_v1": (quoted, DATAWORKS, dataworks(style, False), False),
        "drs_json": (TEXT, CANAL, canal(style, deleted_in_old=True), True),
        "drs_json_c": (TEXT, CANAL, canal(style), True),
        "oms_default": (quoted, OMS_DEFAULT, oms_default(style, False), False),
        "oms_default_extend": (quoted, OMS_DEFAULT, oms_default(style, True), False),
        "oms_canal": (quoted, CANAL, canal(style, has_id=False), True),
        "oms_dataworks_v2": (quoted, DATAWORKS_2, dataworks(style, True), False),
        "oms_shareplex": (quoted, SHAREPLEX, shareplex(style, True), False),
        "dts_canal": (TEXT, CANAL, canal(style), True),
        "dts_canal_legacy": (TEXT, CANAL, canal(style, old_is_after=True, deleted_in_old=True), True),
        "dts_shareplex": (TEXT, SHAREPLEX, shareplex(style, False), False),
        "dtle": (quoted, DTLE, dtle(style), False),
        "canal": (TEXT, CANAL, canal(style), True),
        "maxwell": (quoted, MAXWELL, maxwell(style), False),
        "aws_dms": (quoted, AWS_DMS, aws_dms(style), False),
        "ogg": (quoted, OGG, ogg(style), False),
        "debezium": (
            quoted,
            DEBEZIUM,
            dtle(style, "timestamp_micros(try_cast({}.ts_us as bigint))", ("ts_ms", "ts_us", "ts_ns", "connector", "db", "table")),
            False,
        ),
    }
