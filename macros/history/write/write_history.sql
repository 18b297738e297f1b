{#-
    Says, where a model of the materialization `history_table` is compiled, how its rows are written. how: `overwrite` (they replace all others), `append`, `merge` (by the model's
    `unique_key`; a row that fits `meta.gone` deletes) or `leave` (the run has none). columns: names of all columns, and written: query of the keys of the model's rows, by which a small table may be
    written anew (see `merge_statement`).
-#}
{% macro write_history(how, columns=none, written=none) %}
    {%- do rosetta_cdc.keep('write ' ~ this, how) -%}
    {%- do rosetta_cdc.keep('columns of ' ~ this, columns) -%}
    {%- do rosetta_cdc.keep('keys written to ' ~ this, written) -%}
{% endmacro %}
