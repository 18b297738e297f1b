"""What the tables do not hold yet: records that no run has read, events that the row history or the monitoring tables lack."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pyspark.sql import SparkSession

from rosetta_cdc.paths import schema
from rosetta_cdc.report.tables import MONITORING

Ask = Callable[[str], list[dict[str, Any]]]
Each = Callable[..., Iterable[Any]]

# A table that is more commits of `cdc_events` behind than this is compared with all events: Delta reads the log of each commit.
COMMITS = 1000
# Operations of Delta that leave a table's rows as they are.
UPKEEP = {
    "OPTIMIZE", "VACUUM START", "VACUUM END", "SET TBLPROPERTIES", "UNSET TBLPROPERTIES", "ADD COLUMNS", "CLUSTER BY", "CHANGE COLUMN",
}  # fmt: skip
# Monitoring tables that each run makes anew, and those of which they are made.
INPUTS = {
    "cdc_completeness": ("hourly_counts",),
    "cdc_schema_versions": ("observed_schemas",),
    "cdc_schema_drift": ("cdc_schema_versions",),
    "cdc_pipeline_health": ("hourly_counts", "row_counts", "cdc_completeness", "cdc_schema_drift"),
}
MADE = ("hourly_counts", "observed_schemas", "row_counts", *INPUTS)
# The changes of `cdc_events` after a version of it. A replay replaces events: what is gone counts below zero.
CHANGES = """
    select
        case when _change_type in ('insert', 'update_postimage') then 1 else -1 end as sign,
        _change_type <> 'update_preimage' as is_change,
        *
    from table_changes('{events}', {first}, {last})
"""
EVERYTHING = "select 1 as sign, true as is_change, * from cdc_events"
NOTHING = f"{EVERYTHING} where false"
# Where Delta's log does not tell: what runs have written that began after a time.
SINCE = f"{EVERYTHING} where loaded_at > timestamp '{{moment}} UTC'"
# How far tables have read `cdc_events`, and when they did.
BOOKMARKS = {
    "hourly_counts": "select max(events_version) as version, max(events_id) as id from hourly_counts",
    "observed_schemas": "select max(events_version) as version, max(events_id) as id from observed_schemas",
    "history_runs": """
        select
            max_by(events_version, applied_at) as version,
            max_by(events_id, applied_at) as id,
            max_by(cast(events_committed_at as timestamp), applied_at) as read_at,
            max(applied_at) as applied_at
        from history_runs
    """,
}
# Kinds of event of which the row history is made.
OF_HISTORY = ("row_change", "tombstone", "truncate", "ddl")
UNREAD = """
    select count(*) as records, min(landed_at) as since
    from kafka_messages
    left anti join (select distinct landing_id from cdc_events) using (landing_id)
"""
KEYS = "kafka_hour, kafka_cluster, kafka_topic, source_name, source_format, table_id, event_kind, op, error_code"
MEASURES = "event_count, record_count, last_kafka_timestamp, last_believed_timestamp, last_landed_at"
# Changes as `hourly_counts` counts events; how long a change took to Kafka is for that table to say.
COUNTS = f"""
    select {KEYS}, {MEASURES}, timed_count, capture_micros from hourly_counts where {{are_counted}}
    union all
    select
        timestamp_micros(unix_micros(kafka_timestamp) - pmod(unix_micros(kafka_timestamp), 3600000000)) as kafka_hour,
        kafka_cluster, kafka_topic, source_name, source_format, table_id, event_kind, op, error_code,
        sum(sign) as event_count, sum(case when row_index = 0 then sign else 0 end) as record_count,
        max(kafka_timestamp) as last_kafka_timestamp,
        max(case when kafka_timestamp <= landed_at + interval 10 minutes then kafka_timestamp end) as last_believed_timestamp,
        max(landed_at) as last_landed_at,
        0 as timed_count, 0 as capture_micros
    from ({{changes}})
    group by {KEYS}
"""


@dataclass(frozen=True)
class Freshness:
    """What is newer than the tables that the page reads.

    Attributes:
        unread_records: Records in raw that are not in `cdc_events`.
        unread_since: When the first of them landed, UTC.
        unfolded_events: Events of rows and tables that the row history has not read.
        uncounted_events: Events that the monitoring tables have not counted.
        monitored_at: When the monitoring tables were last made, UTC; none if they never were.
        is_monitoring_torn: Whether a monitoring table is older than what it is made of.
        missing: Names of tables that were never made.
    """

    unread_records: int = 0
    unread_since: datetime | None = None
    unfolded_events: int = 0
    uncounted_events: int = 0
    monitored_at: datetime | None = None
    is_monitoring_torn: bool = False
    missing: frozenset[str] = frozenset()

    @property
    def is_unmonitored(self) -> bool:
        """Return whether the models of monitoring never ran, or not all of them."""
        return not self.missing.isdisjoint(MONITORING)

    @property
    def monitoring_is_behind(self) -> bool:
        """Return whether what the monitoring tables say may be no longer true."""
        return self.is_unmonitored or self.uncounted_events > 0 or self.is_monitoring_torn

    @property
    def history_is_missing(self) -> bool:
        """Return whether no run of the row history has ended."""
        return not self.missing.isdisjoint({"history_runs", "row_states"})


def freshness(spark: SparkSession, ask: Ask, each: Each, missing: set[str]) -> Freshness:
    """Find out what is newer than the tables, and make the view `counts`: `hourly_counts` with what is newer.

    Args:
        spark: The session, with the views that `tables.py` names.
        ask: Answers a query.
        each: Like `map`.
        missing: Tables that were never made.
    """
    events = f"{schema()}.cdc_events"
    newest = ask(f"describe history {events} limit 1")[0]["version"]
    events_id = ask(f"describe detail {events}")[0]["id"]

    made = [name for name in MADE if name not in missing]
    answers = list(each(ask, [*BOOKMARKS.values(), *(f"describe history {schema()}.{name} limit 50" for name in made)]))
    read = {name: rows[0] for name, rows in zip(BOOKMARKS, answers, strict=False)}
    made_at = {
        name: next((commit["timestamp"] for commit in log if commit["operation"] not in UPKEEP), None)
        for name, log in zip(made, answers[len(read) :], strict=True)
    }

    def changes(name: str) -> str | None:
        """Return a query of the changes of `cdc_events` that a table has not read; none where Delta's log does not tell."""
        version = read[name]["version"]
        if version is None or read[name]["id"] != events_id or not 0 <= newest - version <= COMMITS:
            return None
        if version == newest:
            return NOTHING
        if len(ask(f"describe history {events} limit {newest - version}")) < newest - version:
            return None
        return CHANGES.format(events=events, first=version + 1, last=newest)

    def unread(name: str) -> str:
        """Return a query of the same; where the log does not tell, of what came since the table was written."""
        since = read[name].get("read_at") or made_at.get(name)
        is_known = since is not None and read[name]["id"] == events_id
        return found[name] or (SINCE.format(moment=since) if is_known else EVERYTHING)

    found = dict(zip(BOOKMARKS, each(changes, BOOKMARKS), strict=True))
    counted = found["hourly_counts"]
    spark.sql(COUNTS.format(are_counted=counted is not None, changes=counted or EVERYTHING)).createOrReplaceTempView("counts")
    [unmonitored], [unobserved], [unfolded], [landed] = each(
        ask,
        [
            f"select count_if(is_change) as events from ({unread('hourly_counts')})",
            f"select count_if(is_change) as events from ({unread('observed_schemas')})",
            f"select count_if(is_change) as events from ({unread('history_runs')}) where event_kind in {OF_HISTORY}",
            UNREAD,
        ],
    )
    pairs = [(name, made_at.get(source)) for name, sources in INPUTS.items() for source in sources]
    pairs.append(("row_counts", read["history_runs"]["applied_at"]))
    return Freshness(
        unread_records=landed["records"],
        unread_since=landed["since"],
        unfolded_events=unfolded["events"],
        uncounted_events=max(unmonitored["events"], unobserved["events"]),
        monitored_at=made_at.get("cdc_pipeline_health"),
        is_monitoring_torn=any(made_at.get(name) is not None and at is not None and made_at[name] < at for name, at in pairs),
        missing=frozenset(missing),
    )
