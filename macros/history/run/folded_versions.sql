{#-
    The events that a run has folded, with the images of moved rows completed: relation with the columns of `folded_columns`. run: see `history_run`.
    beside: a public relation of the history, for models after it, which depend on the history as a whole; none for models of it.
-#}
{% macro folded_versions(run, beside=none) -%}
    {%- set folded_events = ref('folded_events') if beside is none else beside.incorporate(path={'identifier': 'folded_events'}, type='table') -%}
    {%- set linked_versions = ref('linked_versions') if beside is none else beside.incorporate(path={'identifier': 'linked_versions'}, type='table') -%}
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
