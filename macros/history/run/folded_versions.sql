{#-
    The events that a run has folded, with the images of moved rows completed: relation with the columns of `folded_columns`. run: see `history_run`.
    is_after: whether the caller is after the history, on which it depends as a whole, and not a model of it.
-#}
{% macro folded_versions(run, is_after=false) -%}
    {%- set folded_events = rosetta_cdc.relation_of('folded_events') if is_after else ref('folded_events') -%}
    {%- set linked_versions = rosetta_cdc.relation_of('linked_versions') if is_after else ref('linked_versions') -%}
    {%- if run.links -%}
    (
        select folded.*
        from {{ folded_events }} as folded
        left anti join {{ linked_versions }} as linked on folded.row_id = linked.row_id
        union all
        select * from {{ linked_versions }}
    )
    {%- else -%}
    {{ folded_events }}
    {%- endif -%}
{%- endmacro %}
