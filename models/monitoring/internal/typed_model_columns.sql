{% set rows = [] %}
{% if execute %}
{% for node in graph.nodes.values() if node.resource_type == 'model' and node.config.meta.cdc_table %}
{% set table = node.config.meta.cdc_table %}
{% for column in table.columns %}
{% do rows.append([node.name, table.table_id, column.source, column.name, column.type, rosetta_cdc.table_id_of(table.source, ''), 'true' if table.shards else 'false']) %}
{% endfor %}
{% for source in table.left_out %}
{% do rows.append([node.name, table.table_id, source, none, none, rosetta_cdc.table_id_of(table.source, ''), 'true' if table.shards else 'false']) %}
{% endfor %}
{% endfor %}
{% endif %}

select
    model_name,
    table_id,
    source_column,
    column_name,
    data_type,
    source_prefix,
    has_shards = 'true' as has_shards
from (
    select stack(
        {{ rows | length + 1 }},
        {#- One row more than there are, so that there is always one. #}
        {%- for row in rows %}
        {% for cell in row %}{{ rosetta_cdc.sql_text_literal(cell) }}, {% endfor %}
        {%- endfor %}
        cast(null as string), cast(null as string), cast(null as string), cast(null as string), cast(null as string), cast(null as string),
        cast(null as string)
    ) as (model_name, table_id, source_column, column_name, data_type, source_prefix, has_shards)
)
where model_name is not null
