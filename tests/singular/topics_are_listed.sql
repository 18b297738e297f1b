-- Guards the registry: a topic that landed without a row in raw.kafka_topics would be read without its rule. Returns a row a topic.
select distinct
    messages.kafka_cluster,
    messages.kafka_topic
from {{ source('raw', 'kafka_messages') }} as messages
left anti join {{ source('raw', 'kafka_topics') }} as topics
    on messages.kafka_cluster = topics.kafka_cluster and messages.kafka_topic = topics.kafka_topic
