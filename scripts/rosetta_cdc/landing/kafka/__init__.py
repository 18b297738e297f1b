"""Landing from Kafka: Spark Structured Streaming, exactly once, into `raw.kafka_messages`. `scripts/land kafka` is the user's door."""
