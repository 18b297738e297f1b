"""The hand-written jobs that `scripts/bench events` measures the project against.

Both read the same raw rows once, parse each message once and append the same columns. They are careless where the project is not:
they trust every message (no check of UTF-8, trailing text, wrong types, columns named twice, a structure that contradicts the
format), know the sources by heart instead of from a registry, and have no dead letters.

The careful one keeps the digits of JSON numbers and takes keys of any number of columns. The bare one is the floor: it parses each
text as it came, takes keys of one column, and makes maps without lambdas, which Spark interprets.
"""

from __future__ import annotations

from pyspark.sql import DataFrame, SparkSession

# Numbers of the formats that send JSON numbers are quoted, or their digits would be lost.
QUOTED = (
    r"regexp_replace(cast(kafka_value as string), "
    r"""r'(?s)\G((?>[^"\-0123456789]*)(?:"(?>[^"\\]*)(?:\\.(?>[^"\\]*))*+"(?>[^"\-0123456789]*))*+)"""
    r"""(-?+(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][+\-]?+[0-9]++)?+(?=[\s,\]}]))', '$1"$2"')"""
)
TEXT = "cast(kafka_value as string)"
DUPLICATE_KEYS = "spark.sql.mapKeyDedupPolicy"
NO_MAP = "cast(null as map<string, string>)"

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


class Careful:
    """The SQL of the job that keeps all digits."""

    quoted = QUOTED
    # What Spark does with a key that stands twice in a map.
    duplicate_keys = "EXCEPTION"

    @staticmethod
    def metadata(fields: dict[str, str]) -> str:
        """Return the SQL of the metadata map."""
        entries = ", ".join(f"'{path}', {value}" for path, value in fields.items())
        return f"map_filter(map({entries}), (k, v) -> v is not null)"

    @staticmethod
    def laid_over(base: str, top: str) -> str:
        """Return the SQL of a map laid over another."""
        return f"map_concat(map_filter({base}, (k, v) -> not map_contains_key({top}, k)), {top})"

    @staticmethod
    def key_of(names: str, image: str) -> str:
        """Return the SQL of the key columns of an image."""
        return f"map_from_arrays({names}, transform({names}, n -> {image}[n]))"

    @staticmethod
    def text_of(key: str) -> str:
        """Return the SQL of a key's text."""
        return f"array_join(transform(array_sort(map_keys({key})), n -> concat(n, '=', {key}[n])), '&')"


class Bare(Careful):
    """The SQL of the job that does the least."""

    quoted = TEXT
    duplicate_keys = "LAST_WIN"

    @staticmethod
    def metadata(fields: dict[str, str]) -> str:
        """Return the SQL of the metadata map."""
        absent = "cast(array() as array<struct<key string, value string>>)"
        entries = (f"if({value} is null, {absent}, array(struct('{path}' as key, {value} as value)))" for path, value in fields.items())
        return f"map_from_entries(concat({', '.join(entries)}))"

    @staticmethod
    def laid_over(base: str, top: str) -> str:
        """Return the SQL of a map laid over another, of a key in both the last value (see `duplicate_keys`)."""
        return f"map_concat({base}, {top})"

    @staticmethod
    def key_of(names: str, image: str) -> str:
        """Return the SQL of the key column of an image."""
        return f"case when {image} is not null then map({names}[0], {image}[{names}[0]]) end"

    @staticmethod
    def text_of(key: str) -> str:
        """Return the SQL of a key's text."""
        return f"concat(map_keys({key})[0], '=', map_values({key})[0])"


def types_of(listed: str) -> str:
    """Return the SQL of the column types from a list of name and type."""
    return f"map_from_arrays({listed}.name, {listed}.type)"


def millis(text: str) -> str:
    """Return the SQL of a timestamp from milliseconds."""
    return f"timestamp_millis(try_cast({text} as bigint))"


def canal(style: type[Careful], old_is_after: bool = False, deleted_in_old: bool = False, has_id: bool = True) -> dict[str, str]:
    """Return the mapping of a format in Canal's layout."""
    before, after = ("data_row", "old_row") if old_is_after else ("old_row", "data_row")
    deleted = "old_row" if deleted_in_old else "data_row"
    rebuilt = style.laid_over("data_row", "old_row")
    whole = before if old_is_after else f"case when size(old_row) < size(data_row) then {rebuilt} else old_row end"
    sql_type = "m.sqlType" if has_id else "regexp_replace(m.sqlType, r':\"(-?[0-9]+)\"', ':$1')"
    return {
        "database_name": "m.`database`",
        "table_name": "m.`table`",
        "op": "case m.type when 'INIT' then 'snapshot' else lower(m.type) end",
        "source_op": "m.type",
        "key_names": "m.pkNames",
        "key_basis": "'declared'",
        "before": f"case m.type when 'DELETE' then {deleted} when 'UPDATE' then {whole} end",
        "after": f"case when m.type = 'UPDATE' then {after} when m.type <> 'DELETE' then data_row end",
        "column_types": "m.mysqlType",
        "committed_at": millis("m.es"),
        "committed_at_basis": "'statement'",
        "produced_at": millis("m.ts"),
        "source_position": "m.id",
        "sequence_number": "try_cast(m.id as decimal(38, 0))",
        "transaction_id": "m.gtid",
        "source_metadata": style.metadata(
            {
                "isDdl": "m.isDdl",
                "sqlType": sql_type,
                "before_reconstructed": "case when m.type = 'UPDATE' and size(old_row) < size(data_row) then 'true' end",
            }
        ),
    }


def dataworks(style: type[Careful], second: bool) -> dict[str, str]:
    """Return the mapping of DataWorks v1, or of OMS DataWorks 2.0."""
    source, image = "m.schema.source", "data" if second else "dataColumn"
    position = "nullif(m.payload.scn, 'null')" if second else "m.payload.sequenceId"
    update = "lower(m.payload.op)" if second else (
        "case m.payload.op when 'UPDATE_BEFOR' then 'update_before' when 'UPDATE_AFTER' "
        "then if(m.payload.before is null, 'update_after', 'update') else lower(m.payload.op) end"
    )  # fmt: skip
    fields = {
        "version": "m.version",
        "schema.source.dbType": f"{source}.dbType",
        "schema.source.dbVersion": f"{source}.dbVersion",
        "payload.timestamp.checkpointTime": "m.payload.timestamp.checkpointTime",
    }
    fields.update({"extend": "m.extend"} if second else {"payload.scn": "m.payload.scn"})
    mapping = {
        "database_name": f"{source}.dbName",
        "schema_name": f"{source}.{'schema' if second else 'schemaName'}",
        "table_name": f"{source}.{'`table`' if second else 'tableName'}",
        "op": update,
        "source_op": "m.payload.op",
        "key_names": "m.schema.pk" if second else "m.schema.primaryKey",
        "key_basis": "'declared'",
        "before": f"m.payload.before.{image}",
        "after": f"m.payload.after.{image}",
        "column_types": types_of("m.schema.column" if second else "m.schema.dataColumn"),
        "committed_at": millis("m.payload.timestamp.eventTime"),
        "committed_at_basis": "'statement'",
        "read_at": millis("m.payload.timestamp.systemTime"),
        "source_position": position,
        "sequence_number": f"try_cast({position} as decimal(38, 0))",
        "source_metadata": style.metadata(fields),
    }
    if not second:
        mapping["pair_token"] = (
            "case when m.payload.op = 'UPDATE_BEFOR' or (m.payload.op = 'UPDATE_AFTER' and m.payload.before is null) "
            "then concat_ws('/', m.payload.timestamp.eventTime, m.payload.sequenceId) end"
        )
    return mapping


def oms_default(style: type[Careful], extended: bool) -> dict[str, str]:
    """Return the mapping of OMS Default, or of DefaultExtendColumnType."""
    meta = "m.allMetaData"
    light = "coalesce(m.postStruct['__light_type'], m.prevStruct['__light_type'])"
    image = "map_filter(m.{}, (k, v) -> k <> '__light_type')" if extended else "m.{}"
    return {
        "database_name": f"if({meta}.db like '%.%', substring({meta}.db, instr({meta}.db, '.') + 1), {meta}.db)",
        "table_name": f"{meta}.table_name",
        "op": "lower(m.recordType)",
        "source_op": "m.recordType",
        "key_names": f"split({meta}.record_primary_key, char(1))",
        "key_basis": "'declared'",
        "before": image.format("prevStruct"),
        "after": image.format("postStruct"),
        "column_types": f"transform_values(from_json({light}, 'map<string, struct<schemaType string>>'), (k, v) -> v.schemaType)"
        if extended
        else NO_MAP,
        "committed_at": f"timestamp_seconds(try_cast({meta}.timestamp as bigint))",
        "committed_at_basis": "'statement'",
        "source_position": f"{meta}.storeDataSequence",
        "sequence_number": f"cast(cast(left({meta}.storeDataSequence, 10) as decimal(20, 0)) * 100000"
        f" + cast(substring({meta}.storeDataSequence, 11) as decimal(10, 0)) as decimal(38, 0))",
        "transaction_id": f"{meta}.uniqueId",
        "source_metadata": style.metadata(
            {
                "allMetaData.db": f"if({meta}.db like '%.%', {meta}.db, null)",
                "allMetaData.checkpoint": f"{meta}.checkpoint",
                "allMetaData.source_identity": f"{meta}.source_identity",
                "allMetaData.dbType": f"{meta}.dbType",
            }
        ),
    }


def shareplex(style: type[Careful], oms: bool) -> dict[str, str]:
    """Return the mapping of SharePlex as OMS or as DTS writes it."""
    zone = "Asia/Shanghai" if oms else "UTC"
    operation = "case lower(m.meta.op) when 'ins' then 'insert' when 'upd' then 'update' when 'del' then 'delete' else lower(m.meta.op) end"
    name = "m.meta.`table`"
    return {
        "database_name" if oms else "schema_name": f"left({name}, instr({name}, '.') - 1)",
        "table_name": f"substring({name}, instr({name}, '.') + 1)",
        "op": operation,
        "source_op": "m.meta.op",
        "key_names": "array('id')",
        "key_basis": "'registry'",
        "before": f"case {operation} when 'update' then m.`key` when 'delete' then m.data end",
        "after": f"case {operation} when 'update' then {style.laid_over('m.`key`', 'm.data')} when 'insert' then m.data end",
        "column_types": NO_MAP,
        "committed_at": f"try_cast(concat(m.meta.time, ' {zone}') as timestamp)",
        "committed_at_basis": "'statement'" if oms else "'commit'",
        "produced_at": f"try_cast(concat(m.meta.posttime, ' {zone}') as timestamp)",
        "source_position": "m.meta.scn",
        "sequence_number": "try_cast(m.meta.scn as decimal(38, 0))",
        "transaction_id": "m.meta.trans",
        "transaction_order": "try_cast(m.meta.seq as bigint)",
        "source_metadata": style.metadata(
            {"meta.rowid": "m.meta.rowid", "meta.size": "m.meta.size", "meta.idx": "m.meta.idx", "meta.userid": "m.meta.userid"}
        ),
    }


def dtle(
    style: type[Careful], time: str = "timestamp_seconds(try_cast({}.ts_sec as bigint))", more: tuple[str, ...] = ()
) -> dict[str, str]:
    """Return the mapping of row changes in Connect's envelope.

    Args:
        time: SQL of the time of the change, with a place for the source.
        more: fields of the source that dtle has not.
    """
    source = "m.payload.source"
    fields = ("version", "name", "server_id", "file", "pos", "row", "snapshot", "thread", "query", *more)
    described = (
        "transform(get(filter(m.schema.fields, f -> f.field = 'after'), 0).fields, c -> struct(c.field as name, "
        "concat(coalesce(c.name, c.type), coalesce(concat('(', array_join(transform(map_entries(c.parameters), "
        "p -> concat(p.key, '=', p.value)), ','), ')'), '')) as type))"
    )
    return {
        "database_name": f"{source}.db",
        "table_name": f"{source}.`table`",
        "op": "case m.payload.op when 'c' then 'insert' when 'u' then 'update' when 'd' then 'delete' end",
        "source_op": "m.payload.op",
        "key_names": "map_keys(from_json(cast(kafka_key as string), 'payload map<string, string>').payload)",
        "key_basis": "'kafka_key'",
        "before": "m.payload.before",
        "after": "m.payload.after",
        "column_types": types_of(described),
        "committed_at": time.format(source),
        "committed_at_basis": "'reader'",
        "read_at": millis("m.payload.ts_ms"),
        "source_position": f"concat_ws(':', {source}.file, {source}.pos, {source}.row)",
        "sequence_number": f"try_cast(concat(regexp_extract({source}.file, '([0-9]+)$', 1), lpad({source}.pos, 16, '0'), "
        f"lpad({source}.row, 10, '0')) as decimal(38, 0))",
        "transaction_id": f"{source}.gtid",
        "source_metadata": style.metadata(
            {"schema.name": "m.schema.name", "schema.version": "m.schema.version", **{f"source.{f}": f"{source}.{f}" for f in fields}}
        ),
    }


def maxwell(style: type[Careful]) -> dict[str, str]:
    """Return the mapping of Maxwell's row changes."""
    key = "map_filter(from_json(cast(kafka_key as string), 'map<string, string>'), (k, v) -> k like 'pk.%')"
    last = "if(m.commit = 'true', '9999999999', coalesce(m.xoffset, '0'))"
    return {
        "database_name": "m.`database`",
        "table_name": "m.`table`",
        "op": "m.type",
        "source_op": "m.type",
        "key_names": f"transform(map_keys({key}), k -> substring(k, 4))",
        "key_basis": "'kafka_key'",
        "before": f"case m.type when 'update' then {style.laid_over('m.data', 'm.old')} when 'delete' then m.data end",
        "after": "case when m.type <> 'delete' then m.data end",
        "column_types": NO_MAP,
        "committed_at": "timestamp_seconds(try_cast(m.ts as bigint))",
        "committed_at_basis": "'statement'",
        "source_position": "m.position",
        "sequence_number": "try_cast(concat(regexp_extract(m.position, '([0-9]+):', 1), lpad(split(m.position, ':')[1], 16, '0'), "
        f"lpad({last}, 10, '0')) as decimal(38, 0))",
        "transaction_id": "m.xid",
        "transaction_order": "try_cast(m.xoffset as bigint)",
        "source_metadata": style.metadata({"commit": "m.commit", "server_id": "m.server_id"}),
    }


def aws_dms(style: type[Careful]) -> dict[str, str]:
    """Return the mapping of DMS's rows."""
    meta = "m.metadata"
    return {
        "schema_name": f"{meta}.`schema-name`",
        "table_name": f"{meta}.`table-name`",
        "op": f"{meta}.operation",
        "source_op": f"{meta}.operation",
        "key_names": "array('id')",
        "key_basis": "'registry'",
        "before": f"case {meta}.operation when 'update' then m.`before-image` when 'delete' then m.data end",
        "after": f"case when {meta}.operation <> 'delete' then m.data end",
        "column_types": NO_MAP,
        "committed_at": f"try_cast({meta}.`commit-timestamp` as timestamp)",
        "committed_at_basis": "'commit'",
        "produced_at": f"try_cast({meta}.timestamp as timestamp)",
        "source_position": f"{meta}.`stream-position`",
        "sequence_number": "cast(null as decimal(38, 0))",
        "transaction_id": f"{meta}.`transaction-id`",
        "transaction_order": f"try_cast({meta}.`transaction-record-id` as bigint)",
        "source_metadata": style.metadata({name: f"{meta}.`{name}`" for name in ("record-type", "partition-key-type")}),
    }


def ogg(style: type[Careful]) -> dict[str, str]:
    """Return the mapping of GoldenGate's row changes."""
    return {
        "schema_name": "split(m.`table`, '[.]')[0]",
        "table_name": "split(m.`table`, '[.]')[1]",
        "op": "case m.op_type when 'I' then 'insert' when 'U' then 'update' when 'D' then 'delete' end",
        "source_op": "m.op_type",
        "key_names": "m.primary_keys",
        "key_basis": "'declared'",
        "before": "m.before",
        "after": f"if(m.op_type = 'U', {style.laid_over('m.before', 'm.after')}, m.after)",
        "column_types": NO_MAP,
        "committed_at": "try_cast(concat(m.op_ts, ' UTC') as timestamp)",
        "committed_at_basis": "'commit'",
        "source_position": "m.pos",
        "sequence_number": "try_cast(concat(m.csn, m.pos) as decimal(38, 0))",
        "transaction_id": "m.xid",
        "source_metadata": style.metadata({"csn": "m.csn", "current_ts": "m.current_ts"}),
    }


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


def query(code: str, style: type[Careful]) -> str:
    """Return the SQL that reads the records of one format from the view `raw_messages`."""
    text, schema, mapping, in_arrays = formats(style)[code]
    text_of = style.text_of
    source = f"bench_{code}"
    rows = (
        "lateral view outer posexplode(arrays_zip(m.data, coalesce(m.old, cast(array() as array<map<string, string>>)))) as place, pair"
        if in_arrays
        else ""
    )
    numbered = "coalesce(place, 0) as i, greatest(size(m.data), 1) as n, pair.data as data_row, pair.`1` as old_row"
    row_columns = numbered if in_arrays else "0 as i, 1 as n"
    get = {
        **dict.fromkeys(("database_name", "schema_name", "transaction_id", "pair_token", "source_position"), "cast(null as string)"),
        **dict.fromkeys(("read_at", "produced_at"), "cast(null as timestamp)"),
        "transaction_order": "cast(null as bigint)",
        **mapping,
    }
    mapped = ", ".join(f"{value} as {name}" for name, value in get.items())
    return f"""
        select
            concat(kafka_cluster, '/', kafka_topic, '/', kafka_partition, '/', kafka_offset, '/', i) as event_id,
            kafka_cluster, kafka_topic, kafka_topic_incarnation, kafka_partition, kafka_offset, i as row_index, n as rows_in_record,
            kafka_timestamp, landing_id, landed_at, landed_date, 'handwritten' as registry_digest,
            'run' as load_id, timestamp'2026-01-01' as loaded_at, '{source}' as source_name, '{code}' as source_format,
            'registry' as format_basis, database_name, schema_name, table_name,
            concat_ws('.', '{source}', database_name, schema_name, table_name) as table_id, 'row_change' as event_kind, op, source_op,
            primary_key, case when {text_of("key_before")} <> {text_of("primary_key")} then key_before end as previous_primary_key,
            {text_of("primary_key")} as row_key,
            case when {text_of("key_before")} <> {text_of("primary_key")} then {text_of("key_before")} end as previous_row_key,
            key_basis, before, after, before is not null as before_complete, after is not null as after_complete, column_types,
            committed_at, committed_at_basis, read_at, produced_at, source_position, sequence_number, transaction_id, transaction_order,
            concat(table_name, '/', pair_token) as pair_id, 'arrival' as order_by, cast(null as timestamp) as load_time,
            cast(null as string) as ddl_text, source_metadata,
            cast(null as string) as error_code, cast(null as string) as error_detail
        from (
            select *, {style.key_of("key_names", "coalesce(after, before)")} as primary_key,
                case when op = 'update' then {style.key_of("key_names", "before")} end as key_before
            from (
                select kafka_cluster, kafka_topic, kafka_topic_incarnation, kafka_partition, kafka_offset, kafka_timestamp,
                    landing_id, landed_at, landed_date, i, n, {mapped}
                from (
                    select *, {row_columns}
                    from (
                        select * from raw_messages
                        lateral view inline(array(struct(from_json({text}, '{schema}', map('maxNumLen', '2000000000')) as m))) parsed as m
                        where format = '{code}'
                    )
                    {rows}
                )
            )
        )
    """


def job(spark: SparkSession, raw: str, codes: list[str], target: str, style: type[Careful]) -> None:
    """Read the records of some formats from a Delta folder and append their events to another.

    Args:
        spark: Session with Delta.
        raw: Folder of raw.kafka_messages.
        codes: Format codes.
        target: Folder of the Delta table to append to.
        style: `Careful` or `Bare`.
    """
    spark.read.format("delta").load(raw).createOrReplaceTempView("raw_messages")
    spark.conf.set(DUPLICATE_KEYS, style.duplicate_keys)
    try:
        events: DataFrame = spark.sql(" union all ".join(query(code, style) for code in codes))
        events.write.format("delta").mode("append").option("dataSkippingNumIndexedCols", "0").save(target)
    finally:
        spark.conf.unset(DUPLICATE_KEYS)
