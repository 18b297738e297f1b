{#- Notes in a model's table of which inputs it was made (see the strategy `where_changed` of `cdc_incremental`). Post-hook of the model. Renders SQL, nothing where it is noted. -#}
{% macro note_inputs() %}
    {%- if rosetta_cdc.reads_tables(['run', 'build']) and rosetta_cdc.noted_properties().get('rosetta_cdc.inputs') != rosetta_cdc.inputs_digest() -%}
        alter table {{ this }} set tblproperties ('rosetta_cdc.inputs' = '{{ rosetta_cdc.inputs_digest() }}')
    {%- endif -%}
{% endmacro %}
