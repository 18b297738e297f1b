"""Command line tools of Rosetta CDC: setup, landing, demo, tests and benchmarks around the dbt project."""

# The project's only version number; CHANGELOG.md says what each version changes.
__version__ = "1.1.0"
