"""Keeps a ROSETTA_HOME safe: it may be moved, backed up while records land, and restored anywhere."""
