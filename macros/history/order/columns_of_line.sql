{#- The columns of an event that a line stands for (`line_type`): dict of the column's name -> SQL. line: the line. -#}
{% macro columns_of_line(line) %}
    {{ return({
        'kafka_cluster': line ~ '.cluster', 'kafka_topic': line ~ '.topic', 'kafka_partition': line ~ '.partition', 'kafka_topic_incarnation': line ~ '.incarnation',
        'kafka_offset': line ~ '.offset', 'row_index': line ~ '.row_index', 'own_mark': line ~ '.mark'
    }) }}
{% endmacro %}
