"""A small shop whose databases are replicated by every vendor's tool.

Generated traffic for tests, benchmarks and the demo.
"""
