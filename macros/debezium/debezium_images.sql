{#-
    The images before and after a change of Debezium: array of two map<string,string>, null where there is none, without the columns that the source did not send.

    Unsent are a column with the connector's placeholder; with Spanner, which sends what changed (value_capture_type; only NEW_ROW and NEW_ROW_AND_OLD_VALUES have the whole row after an update), what
    is null and may not have changed; where columns are cells (Cassandra: {value, deletion_ts, set}, ScyllaDB: {value} but for key columns, YugabyteDB: {value, set}), one without a cell.
    Cassandra's delete has the key in `after`. Needs the columns change, connector, op, has_cells, key_values, may_lack_values and unavailable_values.
    (Debezium, Spanner and Cassandra connectors, data change events; Spanner, change streams, value capture types; Scylla CDC source connector, cell representation; YugabyteDB gRPC connector, transformers.)
-#}
{% macro debezium_images() -%}
    case
        when has_cells then transform(
            case
                when connector is distinct from 'cassandra' then array(change.before, change.after)
                when op = 'delete' then array(change.after, null)
                else array(null, change.after)
            end,
            image -> {{ rosetta_cdc.values_of_cells('image') }}
        )
        when connector = 'spanner' then array(
            map_filter(change.before, (k, v) -> v is not null or map_contains_key(key_values, k)),
            map_filter(
                change.after,
                (k, v) -> v is not null or op <> 'update' or change.before[k] is not null
                    or map_contains_key(key_values, k) or startswith(change.source['value_capture_type'], 'NEW_ROW')
            )
        )
        when may_lack_values then transform(array(change.before, change.after), image -> {{ rosetta_cdc.sent_values('image') }})
        else array(change.before, change.after)
    end
{%- endmacro %}
