{#-
    Maps messages of the OMS Default layout, all but the images and the column types, which Default and DefaultExtendColumnType write differently.

    relation: CTE made by `parse_messages` with `oms_default_envelope`. Returns its columns, those of `staged_columns` that the format has, save
    before, after, column_types, row_error and row_error_detail, and `unusable`: names of envelope fields that could not be read.
    An INSERT without a time and a sequence is a row of a full load: both exist in the incremental phase only.
-#}
{% macro oms_default_changes(relation) -%}
    {%- set meta = 'message.allMetaData' -%}
    {%- set has_tenant = meta ~ ".db like '%.%' and upper(" ~ meta ~ ".dbType) in ('OCEANBASE', 'OB_MYSQL', 'OB_ORACLE', 'OB_IN_ORACLE_MODE')" -%}
    {%- set committed_at = epoch_timestamp(meta ~ '.timestamp', 'seconds') -%}
    {%- set sequence -%}
        case
            when startswith({{ meta }}.storeDataSequence, {{ meta }}.timestamp) and length({{ meta }}.timestamp) <> 10
                and substring({{ meta }}.storeDataSequence, length({{ meta }}.timestamp) + 1) rlike '^[0-9]{1,5}$'
                then cast(
                    {{ whole_number(meta ~ '.timestamp') }} * 100000
                    + {{ whole_number('substring(' ~ meta ~ '.storeDataSequence, length(' ~ meta ~ '.timestamp) + 1)') }} as decimal(38, 0)
                )
            else {{ store_sequence(meta ~ '.storeDataSequence') }}
        end
    {%- endset -%}
    select
        {{ relation }}.*,
        case when {{ has_tenant }} then substring({{ meta }}.db, instr({{ meta }}.db, '.') + 1) else {{ meta }}.db end as database_name,
        {{ meta }}.table_name,
        case
            when upper(message.recordType) in ('INSERT', 'UPDATE', 'DELETE', 'ROW') then 'row_change'
            when upper(message.recordType) = 'DDL' and (
                {{ is_truncate("coalesce(message.postStruct['ddl'], message.prevStruct['ddl'])") }} or {{ meta }}.ddlType like 'TRUNCATE%'
            ) then 'truncate'
            when upper(message.recordType) = 'DDL' then 'ddl'
            when upper(message.recordType) = 'HEARTBEAT' then 'heartbeat'
            else 'marker'
        end as event_kind,
        case
            when upper(message.recordType) = 'ROW' then 'snapshot'
            when upper(message.recordType) = 'INSERT'
                then if({{ meta }}.timestamp is null and {{ meta }}.storeDataSequence is null, 'snapshot', 'insert')
            when upper(message.recordType) in ('UPDATE', 'DELETE') then lower(message.recordType)
            when upper(message.recordType) = 'DDL' and (
                {{ is_truncate("coalesce(message.postStruct['ddl'], message.prevStruct['ddl'])") }} or {{ meta }}.ddlType like 'TRUNCATE%'
            ) then 'truncate'
            when upper(message.recordType) not in ('DDL', 'HEARTBEAT') then 'unknown'
        end as op,
        message.recordType as source_op,
        case when {{ meta }}.record_primary_key <> '' then array_distinct(split({{ meta }}.record_primary_key, char(1))) end as declared_key,
        split({{ meta }}.record_primary_value, char(1)) as key_texts,
        'declared' as declared_key_basis,
        true as before_complete,
        true as after_complete,
        {{ committed_at }} as committed_at,
        'statement' as committed_at_basis,
        {{ meta }}.storeDataSequence as source_position,
        {{ sequence }} as sequence_number,
        {{ meta }}.uniqueId as transaction_id,
        case when upper(message.recordType) = 'DDL' then coalesce(message.postStruct['ddl'], message.prevStruct['ddl']) end as ddl_text,
        {{ metadata({
            'allMetaData.db': 'case when ' ~ has_tenant ~ ' then ' ~ meta ~ '.db end',
            'allMetaData.checkpoint': meta ~ '.checkpoint',
            'allMetaData.source_identity': meta ~ '.source_identity',
            'allMetaData.dbType': meta ~ '.dbType',
            'allMetaData.ddlType': meta ~ '.ddlType',
            'allMetaData.transId': meta ~ '.transId',
            'allMetaData.clusterId': meta ~ '.clusterId'
        }) }} as source_metadata,
        {{ unusable_fields({
            'allMetaData.timestamp': [meta ~ '.timestamp', committed_at],
            'allMetaData.storeDataSequence': [meta ~ '.storeDataSequence', whole_number(meta ~ '.storeDataSequence')]
        }) }} as unusable
    from {{ relation }}

    {#- Names that the image does not have take their values from record_primary_value, which has the same order. #}
    |> extend case when size(declared_key) = size(key_texts) then map_from_arrays(declared_key, key_texts) end as key_values

    |> drop key_texts
{%- endmacro %}
