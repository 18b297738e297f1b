"""Checks of the project itself, without Spark: `python -m rosetta_cdc.checks.<name>`."""
