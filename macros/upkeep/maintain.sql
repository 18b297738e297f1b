{#-
    Upkeep of every Delta table of the project: raw records that are old enough leave raw, small files become large ones, rows that are read together lie
    together, files that no version needs are deleted. Run by scripts/maintain.

    A landing may run beside it, a command that writes tables may not: the run lock keeps them apart.

        dbt run-operation maintain --args '{dry_run: true, raw_days: 90}'

    dry_run: say what would be done, change nothing.
    raw_days: see `trim_raw`; none keeps everything.
    vacuum_hours: how long files stay that the newest version does not need. Readers of older versions, and an unread change feed, need them; Delta
    refuses less than 168.
-#}
{% macro maintain(dry_run=false, raw_days=none, vacuum_hours=168) %}
    {%- if not dry_run -%}{% do rosetta_cdc.take_run_lock(command='maintain') %}{%- endif -%}
    {%- do rosetta_cdc.register_raw_tables(in_operation=true) -%}
    {%- if raw_days is not none -%}{% do rosetta_cdc.trim_raw(raw_days, dry_run) %}{%- endif -%}
    {#- Files of a table become larger only by rewriting them; those of this size are left as they are. #}
    {%- do run_query('set spark.databricks.delta.optimize.clustering.mergeStrategy.minCubeSize.bytes = 1073741824') -%}
    {#- VACUUM lists a table's folder in so many tasks, 10,000 by default, however small it is. #}
    {%- do run_query('set spark.sql.sources.parallelPartitionDiscovery.parallelism = 32') -%}
    {%- for table in rosetta_cdc.maintained_tables() -%}
        {%- do rosetta_cdc._maintain_table(table.relation, table.clustered_by, vacuum_hours, dry_run) -%}
    {%- endfor -%}
    {%- if not dry_run -%}{% do rosetta_cdc.release_run_lock(owner=invocation_id) %}{%- endif -%}
{% endmacro %}

{#- Compacts, clusters and vacuums a table, and says in one line what that did or would do. -#}
{% macro _maintain_table(relation, clustered_by, vacuum_hours, dry_run) %}
    {%- set before = rosetta_cdc._files_of(relation) -%}
    {%- if dry_run -%}
        {#- Delta names a thousand files at most. #}
        {%- set unneeded = run_query('vacuum ' ~ relation ~ ' retain ' ~ vacuum_hours ~ ' hours dry run').rows | length -%}
        {%- do log(
            relation.render() ~ ': ' ~ before.text ~ '; ' ~ ('would be clustered by ' ~ clustered_by | join(', ') if clustered_by else 'would be compacted')
            ~ ', ' ~ (unneeded if unneeded < 1000 else 'more than 1000') ~ ' files that no version of the last ' ~ vacuum_hours ~ ' hours needs would be deleted',
            info=true
        ) -%}
    {%- else -%}
        {#- A table that was replaced has lost it. #}
        {%- if clustered_by and before.clustered_by != clustered_by -%}
            {%- do run_query('alter table ' ~ relation ~ ' cluster by (' ~ clustered_by | join(', ') ~ ')') -%}
        {%- endif -%}
        {%- do run_query('optimize ' ~ relation) -%}
        {%- do run_query('vacuum ' ~ relation ~ ' retain ' ~ vacuum_hours ~ ' hours') -%}
        {%- do log(relation.render() ~ ': ' ~ before.text ~ ', now ' ~ rosetta_cdc._files_of(relation).text, info=true) -%}
    {%- endif -%}
{% endmacro %}

{#- What Delta says of a table's newest version: {text: files and bytes, clustered_by: list of columns}. -#}
{% macro _files_of(relation) %}
    {%- set row = run_query('describe detail ' ~ relation).rows[0] -%}
    {{ return({
        'text': '{:,} files, {:,} bytes'.format(row['numFiles'] | int, row['sizeInBytes'] | int),
        'clustered_by': modules.re.findall('[A-Za-z_0-9]+', row['clusteringColumns'] | string)
    }) }}
{% endmacro %}
