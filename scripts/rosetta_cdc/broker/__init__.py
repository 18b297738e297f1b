"""Apache Kafka on this machine, to try things with and for the tests: `scripts/kafka`. No broker for production."""

from rosetta_cdc.broker.server import Broker

__all__ = ["Broker"]
