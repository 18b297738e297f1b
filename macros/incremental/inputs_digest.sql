{#- A digest of what the rows of a model's table are made of: its SQL, and the state of its inputs as `keep_inputs` has found it. Returns text. -#}
{% macro inputs_digest() %}
    {{ return(local_md5(model.compiled_code ~ tojson(rosetta_cdc.kept('inputs of ' ~ this)))) }}
{% endmacro %}
