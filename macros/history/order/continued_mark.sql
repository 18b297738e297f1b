{#-
    The mark of an event that goes on from a state: marks of earlier runs along its line, of the row (carrier, null where it was not met there) and of statements that emptied its table
    (emptied_mark), are not fallen below. own_mark is the running mark of this run's events here.
-#}
{% macro continued_mark() -%}
    greatest(own_mark, carrier.mark, emptied_mark)
{%- endmacro %}
