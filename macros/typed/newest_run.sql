{#-
    The run of the history that ended last, if its own tables still hold what it has folded: dict of `recent_runs`, and of follows_micros (applied_at of the run before, none for a full run), refolded
    (number of rows) and links (see `folded_versions`). None where that is not known. Costs one query of a small table, and none where this command has made the history.
-#}
{% macro newest_run() %}
    {%- set ended = rosetta_cdc.kept('ended run') -%}
    {#- A run that this command has begun and not ended has taken the tables of the run. -#}
    {%- if ended is none and rosetta_cdc.kept('history_run', {'mode': 'none'}).mode == 'none' -%}{%- set ended = rosetta_cdc.bookmarked_run() -%}{%- endif -%}
    {%- if ended is none -%}{{ return(none) }}{%- endif -%}
    {{ return({
        'applied_micros': ended.applied_micros | int, 'refolded_micros': ended.refolded_micros | int,
        'follows_micros': ended.follows_micros | int if ended.follows_micros is not none else none,
        'versions': ended.versions | int, 'refolded': ended.refolded | int, 'links': ended.links | int, 'tables': ended.touched_tables
    }) }}
{% endmacro %}
