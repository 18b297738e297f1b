"""The SQL of the columns of `cdc_events` over the parsed messages of each format, as the hand-written jobs have it."""

from __future__ import annotations

from rosetta_cdc.bench.handwritten.styles import Careful

NO_MAP = "cast(null as map<string, string>)"


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
