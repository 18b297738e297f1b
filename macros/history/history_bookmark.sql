{#-
    What the history holds: dict of the fields of `bookmark_type`, none where nothing was folded yet. Found without reading the table: the bookmark's row_id is the
    empty text, so that Delta skips the files without it.
-#}
{% macro history_bookmark() %}
    {%- set states = load_relation(this.incorporate(path={'identifier': 'row_states'})) -%}
    {%- if states is none -%}{{ return(none) }}{%- endif -%}
    {%- set rows = run_query("select bookmark.* from " ~ states ~ " where row_id = ''").rows -%}
    {%- if rows | length == 0 -%}{{ return(none) }}{%- endif -%}
    {{ return(rows[0].dict()) }}
{% endmacro %}
