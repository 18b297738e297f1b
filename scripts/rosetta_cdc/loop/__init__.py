"""The resident loop: lands, runs dbt's models and counts in small rounds, in one warm Spark session. `scripts/run`."""
