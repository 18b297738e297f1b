{#-
    Formats that give every change an identity of its own, so that a redelivered copy can be told from an equal change: list of format codes.

    Their number is one of each change: DataWorks' sequenceId, DRS' and DTS' id (the serial number of the operation), the storeDataSequence
    and scn of OMS (time and counter), dtle's file, position and row. DTS SharePlex' scn is one of a transaction and counts with `seq` only. Left out:
    Canal's id (of a batch), that of DTS Avro (not unique, as DTS says) and of DRS Avro (in a schema nobody knows), OMS Canal (none), OMS DataWorks 2.0
    (an scn that several changes may share).
-#}
{% macro identity_formats() -%}
    {{ return([
        'dataworks_v1', 'drs_json', 'drs_json_c', 'oms_default', 'oms_default_extend', 'oms_shareplex', 'dts_canal', 'dts_canal_legacy',
        'dts_shareplex', 'dtle'
    ]) }}
{%- endmacro %}
