"""A small shop whose databases are replicated by every vendor's tool.

Generated traffic for demo, benchmark and tests.
"""
