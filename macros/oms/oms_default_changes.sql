{#-
    Maps messages of the OMS Default layout, all but the images and the column types, which Default and DefaultExtendColumnType write differently.

    relation: CTE made by `parse_messages` with `oms_default_envelope`. Returns its columns, those of `staged_columns` that the format has, save
    before, after, column_types and problem, and `unusable`: names of envelope fields that could not be read.
    An INSERT without a time and a sequence is a row of a full load: both exist in the incremental phase only.
-#}
{% macro oms_default_changes(relation) -%}
    {%- set meta = 'message.allMetaData' -%}
    {%- set has_tenant = meta ~ ".db like '%.%' and upper(" ~ meta ~ ".dbType) in ('OCEANBASE', 'OB_MYSQL', 'OB_ORACLE', 'OB_IN_ORACLE_MODE')" -%}
    {%- set ddl = "coalesce(message.postStruct['ddl'], message.prevStruct['ddl'])" -%}
    {%- set sequence -%}
        case
            when startswith({{ meta }}.storeDataSequence, {{ meta }}.timestamp) and length({{ meta }}.timestamp) <> 10
                and substring({{ meta }}.storeDataSequence, length({{ meta }}.timestamp) + 1) rlike '^[0-9]{1,5}$'
                then cast(
                    {{ rosetta_cdc.whole_number(meta ~ '.timestamp') }} * 100000
                    + {{ rosetta_cdc.whole_number('substring(' ~ meta ~ '.storeDataSequence, length(' ~ meta ~ '.timestamp) + 1)') }} as decimal(38, 0)
                )
            else {{ rosetta_cdc.store_sequence(meta ~ '.storeDataSequence') }}
        end
    {%- endset -%}
    select
        {{ relation }}.*,
        case when {{ has_tenant }} then substring({{ meta }}.db, instr({{ meta }}.db, '.') + 1) else {{ meta }}.db end as database_name,
        {{ meta }}.table_name,
        {{ rosetta_cdc.operation_columns('message.recordType', {
            'snapshot': "upper(message.recordType) = 'ROW' or upper(message.recordType) = 'INSERT' and " ~ meta ~ '.timestamp is null and ' ~ meta ~ '.storeDataSequence is null',
            'insert': ['INSERT'],
            'update': ['UPDATE'],
            'delete': ['DELETE'],
            'truncate': "upper(message.recordType) = 'DDL' and (" ~ rosetta_cdc.is_truncate(ddl) ~ ' or ' ~ meta ~ ".ddlType in ('TRUNCATE', 'TRUNCATE_TABLE'))",
            'ddl': ['DDL'],
            'heartbeat': ['HEARTBEAT']
        }) }},
        message.recordType as source_op,
        case when {{ meta }}.record_primary_key <> '' then array_distinct(split({{ meta }}.record_primary_key, char(1))) end as declared_key,
        split({{ meta }}.record_primary_value, char(1)) as key_texts,
        'declared' as declared_key_basis,
        {#- A message does not list the columns that were logged. Of a row of a table without a key all are logged before a change. #}
        if(op = 'delete' and declared_key is null, true, null) as before_complete,
        if(op in ('insert', 'snapshot'), true, null) as after_complete,
        'statement' as committed_at_basis,
        {{ meta }}.storeDataSequence as source_position,
        {{ meta }}.uniqueId as transaction_id,
        case when upper(message.recordType) = 'DDL' then {{ ddl }} end as ddl_text,
        {{ rosetta_cdc.metadata({
            'allMetaData.db': 'case when ' ~ has_tenant ~ ' then ' ~ meta ~ '.db end',
            'allMetaData.checkpoint': meta ~ '.checkpoint',
            'allMetaData.source_identity': meta ~ '.source_identity',
            'allMetaData.dbType': meta ~ '.dbType',
            'allMetaData.ddlType': meta ~ '.ddlType',
            'allMetaData.transId': meta ~ '.transId',
            'allMetaData.clusterId': meta ~ '.clusterId'
        }) }} as source_metadata,
        {{ sequence }} as sequence_number,
        {{ rosetta_cdc.checked_fields({
            'committed_at': [meta ~ '.timestamp', 'seconds'],
            'plain_sequence': [meta ~ '.storeDataSequence', 'whole number']
        }) }}
    from {{ relation }}

    {#- Names that the image does not have take their values from record_primary_value, which has the same order. #}
    |> extend case when size(declared_key) = size(key_texts) then map_from_arrays(declared_key, key_texts) end as key_values

    |> drop key_texts, plain_sequence
{%- endmacro %}
