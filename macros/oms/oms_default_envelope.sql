{#-
    Fields of an OMS message in the Default layout (OMS 3.3.1, Data formats, Default JSON message format), as Spark DDL for `from_json`.
    ddlType, transId and clusterId come from later versions of OMS.
-#}
{% macro oms_default_envelope() -%}
    prevStruct map<string, string>, postStruct map<string, string>,
    allMetaData struct<
        checkpoint string, record_primary_key string, record_primary_value string, source_identity string, dbType string,
        storeDataSequence string, table_name string, db string, timestamp string, uniqueId string,
        ddlType string, transId string, clusterId string
    >,
    recordType string
{%- endmacro %}
