{#-
    Says, where a model of the materialization `history_table` is compiled, how its rows are written. how: `overwrite` (they replace all others), `append`, `merge` (by the model's
    `unique_key`; a row that fits `meta.gone` deletes) or `leave` (the run has none).
-#}
{% macro write_history(how) %}
    {%- do keep('write ' ~ this, how) -%}
{% endmacro %}
