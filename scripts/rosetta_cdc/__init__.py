"""Command line tools of Rosetta CDC: setup, landing, demo, tests and benchmarks around the dbt project."""
