{#-
    The row before an UPDATE whose `old` lacks columns that have not changed (see `canal_is_partial`): the row after it with `old` laid over it. With binlog_row_image=NOBLOB the server does not log
    such columns as BLOB and TEXT before an update of a table with a key, so that one which `old` lacks may have changed: the row before is without it.

    after, changed, types: map<string,string>. is_known: SQL condition that all columns are known nevertheless. Renders a SQL expression of map<string,string>.
    Most tables have no such columns: no lambda for these, which Spark interprets.
-#}
{% macro canal_former_row(after, changed, types, is_known) -%}
    {%- set large = "rlike '(?i)(blob|text|json|geometry|geomcollection|point|polygon|linestring|vector)'" -%}
    case
        when {{ is_known }} or not coalesce(array_join(map_values({{ types }}), ' ') {{ large }}, false)
            then {{ rosetta_cdc.overlay(after, changed) }}
        else map_filter(
            {{ rosetta_cdc.overlay(after, changed) }},
            (k, v) -> map_contains_key({{ changed }}, k) or not coalesce({{ types }}[k] {{ large }}, false)
        )
    end
{%- endmacro %}
