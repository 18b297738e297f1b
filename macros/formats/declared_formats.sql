{#-
    What is declared of each format: dict of format code -> dict with all keys of a declaration. Those of your own project (variable `cdc_own_formats`) come first, then the
    project's (`cdc_formats`), each in their order, in which structures are compared.

    model: name of the model that has the rows of the format, a staging model or that of its layout; null for a format that nothing reads: its messages are dead letters of
    `unsupported_format`. The one key that a declaration must have. Null, too, for a format of this project whose model is switched off (see `is_enabled`).
    description: whose format it is, and what a reader of its topics has to know; `scripts/formats` lists it.
    structure: SQL condition that a message of an unregistered topic is one of this format, over `message` (its fields, all as text: `message.payload.op`) and `message_text`; null where
    the structure does not tell, which the registry then must.
    binary: whether values are bytes that are no JSON text.
    order_by_sequence: whether `sequence_number` grows for as long as the source lives (it comes from a clock with a counter, or is Oracle's SCN), so that the registry may say `order_by:
    sequence`; numbers of other formats begin anew with a task or a binlog, or are absent.
    identity: columns of `cdc_events`, sequence_number among them where the format has it, that two changes of a source never share, but a change that was delivered again does; null where there
    are none: then no copy is told from an equal change.
    rows_share_numbers: whether the rows of one statement may have one number: then equal rows of a table without a key are no copies of each other.
    named_by_topic: whether all names of a table are the topic's where its `topic_pattern` names the table, so that its tombstones, which have no others, are of the same table.
    time_zone: of times that are written without one, where that is the format's and not the source's.
    encodings: how values of declared types are written: dict of notation (see `is_encoded_as`) -> list of declared types, lists in it included; `''` is a value without a declared type.
    A notation may be your own: a macro of your project decodes it (see `own_decoder`).
    types: dict of declared type -> Spark type for a typed column where it is another one than of most formats (see `suggested_type`).
    options: dict of option -> what it says: facts of a topic that no message tells and the registry does (see `topic_option`).
-#}
{% macro declared_formats() %}
    {%- if rosetta_cdc.kept('declared formats') is none -%}
        {#- Models are parsed before the project's start hook. -#}
        {%- do rosetta_cdc.check_variables() -%}
        {%- set defaults = {
            'description': none, 'structure': none, 'binary': false, 'order_by_sequence': false, 'identity': none, 'rows_share_numbers': false, 'named_by_topic': false, 'time_zone': none, 'encodings': {}, 'types': {}, 'options': {}
        } -%}
        {%- set formats = {} -%}
        {%- for code, declaration in rosetta_cdc.variable('cdc_own_formats').items() | list + rosetta_cdc.variable('cdc_formats').items() | list -%}
            {%- do formats.update({code: dict(defaults, **declaration)}) -%}
            {%- if declaration.model and code not in rosetta_cdc.variable('cdc_own_formats') and not rosetta_cdc.is_enabled(code, declaration.model) -%}
                {%- do formats[code].update({'model': none}) -%}
            {%- endif -%}
        {%- endfor -%}
        {%- do rosetta_cdc.keep('declared formats', formats) -%}
    {%- endif -%}
    {{ return(rosetta_cdc.kept('declared formats')) }}
{% endmacro %}
