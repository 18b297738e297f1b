{#- The events that this run has folded, with the images of moved rows completed: relation with the columns of `folded_columns`. run: see `history_run`. -#}
{% macro folded_versions(run) -%}
    {%- if run.links -%}
    (
        select folded.*
        from {{ ref('folded_events') }} as folded
        left anti join {{ ref('linked_versions') }} as linked on folded.row_id = linked.row_id
        union all
        select * from {{ ref('linked_versions') }}
    )
    {%- else -%}
    {{ ref('folded_events') }}
    {%- endif -%}
{%- endmacro %}
