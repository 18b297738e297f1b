"""Tables that the report's queries name, with the columns that they need.

A home in which some of them were never made has views without rows in their place.
"""

from __future__ import annotations

BUILT = {
    "cdc_events": """
        kafka_cluster string, kafka_topic string, kafka_timestamp timestamp, row_index int, source_name string, source_format string,
        table_id string, event_kind string, op string, error_code string, ddl_text string, landing_id string, landed_at timestamp,
        loaded_at timestamp
    """,
    "cdc_error_codes": "error_code string, cause string, cure string",
    "history_runs": "events_id string, events_version bigint, events_committed_at string, applied_at timestamp",
    "row_states": "table_id string, version_number bigint, equal_rows bigint, is_deleted boolean",
    "cdc_cast_errors": """
        model_name string, table_id string, column_name string, data_type string, encoding string, error string, row_count bigint
    """,
    "hourly_counts": """
        kafka_hour timestamp, kafka_cluster string, kafka_topic string, source_name string, source_format string, table_id string,
        event_kind string, op string, error_code string, event_count bigint, record_count bigint, timed_count bigint,
        capture_micros bigint, last_kafka_timestamp timestamp, last_believed_timestamp timestamp, last_landed_at timestamp,
        events_id string, events_version bigint
    """,
    "observed_schemas": "events_id string, events_version bigint",
    "row_counts": "table_id string",
    "typed_model_columns": "model_name string, source_column string",
    "typed_model_tables": "model_name string, table_id string",
    "cdc_completeness": "missing_offsets bigint",
    "cdc_schema_versions": "table_id string, is_current boolean, columns array<struct<name: string, type: string>>",
    "cdc_schema_drift": """
        table_id string, source_name string, kind string, column_name string, former_type string, type string, model_name string,
        valid_from timestamp, ddl_text string
    """,
    "cdc_pipeline_health": """
        kafka_cluster string, kafka_topic string, source_name string, source_format string, table_id string,
        last_believed_timestamp timestamp, mean_capture_seconds double, mean_landing_seconds double, heartbeat_age_seconds bigint,
        missing_offsets bigint, lost_offsets bigint, future_count bigint, skewed_count bigint, keyless_count bigint,
        unapplied_ddl_count bigint, row_statement_count bigint, key_change_count bigint, contradiction_count bigint, copy_count bigint,
        waiting_half_count bigint, late_load_count bigint, unloaded_row_count bigint, unordered_truncate_count bigint
    """,
    "cdc_pipeline_alerts": """
        check_name string, level string, kafka_topic string, source_name string, table_id string, model_name string, value double,
        warn_above double, fail_above double
    """,
}
LANDED = {
    "kafka_messages": "landing_id string, landed_at timestamp",
    "rejected_lines": "reason string",
}
# What only the models of models/monitoring make.
MONITORING = [
    "hourly_counts", "observed_schemas", "row_counts", "typed_model_columns", "typed_model_tables", "cdc_completeness",
    "cdc_schema_versions", "cdc_schema_drift", "cdc_pipeline_health", "cdc_pipeline_alerts",
]  # fmt: skip
