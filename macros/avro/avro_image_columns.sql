{#-
    The columns of the images `before` and `after` in a record of GoldenGate's Avro, in which each has a companion `<column>_isMissing`: list of dicts of name, type; empty where the record has no such images.
    (Oracle GoldenGate for Big Data, Avro Operation Formatter.)

    type: Avro schema of the record. A column of several types, or of a nested one, is not GoldenGate's: an image with it counts as none.
-#}
{% macro avro_image_columns(type) %}
    {%- set types = {} -%}
    {%- for field in type.fields -%}{%- do types.update({field.name: rosetta_cdc._sole_type(field.type)}) -%}{%- endfor -%}
    {%- set image = types.before -%}
    {%- if image is not mapping or image.type != 'record' or types.after not in (image, image.name) -%}{{ return([]) }}{%- endif -%}
    {%- set flags = image.fields | selectattr('type', 'in', ['boolean', ['null', 'boolean']]) | map(attribute='name') | list -%}
    {%- set columns, companions = [], [] -%}
    {%- for field in image.fields if field.name ~ '_isMissing' in flags -%}
        {%- set member = rosetta_cdc._sole_type(field.type) -%}
        {%- if member is none or (member.type if member is mapping else member) in ('record', 'array', 'map') -%}{{ return([]) }}{%- endif -%}
        {%- do columns.append(field) -%}
        {%- do companions.append(field.name ~ '_isMissing') -%}
    {%- endfor -%}
    {{ return(columns if type.fields | length > 2 and image.fields | length == 2 * columns | length and not columns | selectattr('name', 'in', companions) | list else []) }}
{% endmacro %}

{#- An Avro type, of a union with null the other one; none of a union of several. type: Avro schema. -#}
{% macro _sole_type(type) %}
    {%- set members = [type] if type is string or type is mapping else type | reject('equalto', 'null') | list -%}
    {{ return(members[0] if members | length == 1 else none) }}
{% endmacro %}
