"""A Spark cluster on this machine: one master, two workers, a Thrift server."""
