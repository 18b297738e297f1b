{#-
    Stops with an error that names file, row and value if the topic registry cannot be used: an unknown format, a pattern that Java does
    not compile, a named group that is none of a name's, an unknown time zone, an `order_by` nobody knows, `sequence` for a format without a lasting number, a second `order_by` for one
    source, a `load_time` that is no timestamp, an option that the format has not, `*` beside key columns, a
    `target_table` without a source_name or table_pattern, a repeated or missing `match_order`.

    Rows with one source_name are of one source; without one the source is the topic, which rows with the same patterns share. Which other patterns match
    a common topic, only the topics tell: see the data test `sources_have_one_order`.

    agate_table: the seed's rows. Spark itself tries the patterns and zones (`try_reflect` gives NULL where Java throws).
-#}
{% macro check_topic_registry(agate_table) %}
    {%- if not execute or agate_table.rows | length == 0 %}{{ return('') }}{% endif -%}
    {%- set known_formats = rosetta_cdc.declared_formats().keys() | list + ['auto'] -%}
    {%- set sequence_formats = rosetta_cdc.formats_with('order_by_sequence') -%}
    {%- set common = rosetta_cdc.variable('cdc_common_options') -%}
    {%- set orders = {} -%}
    {%- set probes = [] -%}
    {%- for row in agate_table.rows -%}
        {%- set where = model.original_file_path ~ ' row ' ~ (loop.index + 1) ~ ': ' -%}
        {#- Spark also takes `yesterday`, and a time without a date for one of today. #}
        {%- set load_time = (row['load_time'] or '2000-01-01') | string | trim -%}
        {%- set probe = [] -%}
        {%- for text in [
            row['cluster_pattern'] or '', row['topic_pattern'], row['table_pattern'] or '', row['source_time_zone'] or 'UTC',
            load_time if modules.re.match('[0-9]{4}-', load_time) else '', row['match_order']
        ] -%}
            {%- do probe.append(rosetta_cdc.sql_text_literal(text)) -%}
        {%- endfor -%}
        {%- do probes.append('(' ~ loop.index ~ ', ' ~ probe | join(', ') ~ ', ' ~ rosetta_cdc._other_groups(row['topic_pattern']) ~ ')') -%}
        {%- if row['format'] not in known_formats -%}
            {{ exceptions.raise_compiler_error(where ~ "unknown format '" ~ row['format'] ~ "'; known formats are " ~ known_formats | sort | join(', ')) }}
        {%- endif -%}
        {%- set options = rosetta_cdc.declared_formats().get(row['format'], {}).get('options', {}).keys() | list -%}
        {%- for option in (row['options'] | string).split('|') if row['options'] -%}
            {%- if option.split('=')[0] in common -%}
                {%- if option.split('=')[1:] | join('=') not in common[option.split('=')[0]] -%}
                    {{ exceptions.raise_compiler_error(
                        where ~ "option '" ~ option ~ "' is not one of " ~ option.split('=')[0] ~ '=' ~ common[option.split('=')[0]] | join(', ' ~ option.split('=')[0] ~ '=')
                    ) }}
                {%- endif -%}
            {%- elif '=' not in option or option.split('=')[0] not in options -%}
                {{ exceptions.raise_compiler_error(
                    where ~ "option '" ~ option ~ "' is not an option of format '" ~ row['format'] ~ "'; "
                    ~ 'write name=value, where name is one of ' ~ (options + common | list) | join(', ')
                ) }}
            {%- endif -%}
        {%- endfor -%}
        {%- if '*' in (row['primary_key'] or '').split('|') | map('trim') and row['primary_key'] | trim != '*' -%}
            {{ exceptions.raise_compiler_error(where ~ "primary_key '" ~ row['primary_key'] ~ "' has * beside columns; * alone says that the table has no key") }}
        {%- endif -%}
        {%- if row['target_table'] and not (row['source_name'] and row['table_pattern']) -%}
            {{ exceptions.raise_compiler_error(where ~ "target_table '" ~ row['target_table'] ~ "' needs a source_name and a table_pattern") }}
        {%- endif -%}
        {%- if (row['order_by'] or 'arrival') not in ['arrival', 'sequence', 'commit_time'] -%}
            {{ exceptions.raise_compiler_error(where ~ "order_by '" ~ row['order_by'] ~ "' is not one of arrival, sequence, commit_time") }}
        {%- endif -%}
        {%- if row['order_by'] == 'sequence' and row['format'] not in sequence_formats -%}
            {{ exceptions.raise_compiler_error(
                where ~ "order_by 'sequence' needs a number that never restarts, which format '" ~ row['format']
                ~ "' does not have; formats that have one are " ~ sequence_formats | join(', ')
            ) }}
        {%- endif -%}
        {%- set source = "source_name '" ~ row['source_name'] ~ "'" if row['source_name'] is not none
            else "topic_pattern '" ~ row['topic_pattern'] ~ "' without a source_name" -%}
        {%- set key = (source, none if row['source_name'] is not none else row['cluster_pattern']) -%}
        {%- set order = row['order_by'] or 'arrival' -%}
        {%- set first = orders.setdefault(key, {'order': order, 'row': loop.index + 1}) -%}
        {%- if first.order != order -%}
            {{ exceptions.raise_compiler_error(
                where ~ 'order_by of ' ~ source ~ " is '" ~ order ~ "' here, but '" ~ first.order ~ "' in row " ~ first.row ~ '; a source has one order'
            ) }}
        {%- endif -%}
    {%- endfor -%}
    {%- set meaning = {
        'cluster_pattern': 'not a Java regular expression', 'topic_pattern': 'not a Java regular expression', 'table_pattern': 'not a Java regular expression',
        'source_time_zone': 'not a time zone', 'load_time': 'not a timestamp', 'match_order': 'not a whole number'
    } -%}
    {%- for result in rosetta_cdc._probed(probes) -%}
        {%- set row = agate_table.rows[loop.index0] -%}
        {%- for name, text in meaning.items() if not result[name] -%}
            {{ exceptions.raise_compiler_error(
                model.original_file_path ~ ' row ' ~ (result['row_number'] + 1) ~ ': ' ~ name ~ " '" ~ (row[name] or '') ~ "' is " ~ text
            ) }}
        {%- endfor -%}
        {%- if result['other_group'] is not none -%}
            {{ exceptions.raise_compiler_error(
                model.original_file_path ~ ' row ' ~ (result['row_number'] + 1) ~ ": topic_pattern '" ~ row['topic_pattern'] ~ "' has a group '" ~ result['other_group']
                ~ "', which is not one of " ~ rosetta_cdc.topic_groups() | join(', ')
            ) }}
        {%- endif -%}
    {%- endfor -%}
    {%- set seen = [] -%}
    {%- for order in agate_table.columns['match_order'].values() | map('string') -%}
        {%- if order in seen -%}
            {{ exceptions.raise_compiler_error(model.original_file_path ~ ' row ' ~ (loop.index + 1) ~ ": match_order '" ~ order ~ "' appears twice") }}
        {%- endif -%}
        {%- do seen.append(order) -%}
    {%- endfor -%}
{% endmacro %}

{#- What Spark says of the rows of a registry, in their order. probes: list of SQL tuples, see `check_topic_registry`. Returns a list of rows. -#}
{% macro _probed(probes) %}
    {%- set rows = [] -%}
    {%- for batch in probes | batch(500) -%}
        {%- set query -%}
            select
                row_number,
                {%- for name in ['cluster_pattern', 'topic_pattern', 'table_pattern'] %}
                try_reflect('java.util.regex.Pattern', 'compile', {{ name }}) is not null as {{ name }},
                {%- endfor %}
                try_reflect('java.time.ZoneId', 'of', source_time_zone) is not null as source_time_zone,
                try_cast(load_time as timestamp) is not null as load_time,
                try_cast(match_order as int) is not null as match_order,
                get(filter(other_groups, name -> {{ rosetta_cdc.has_group('topic_pattern', 'name') }}), 0) as other_group
            from values {{ batch | join(', ') }}
                as probes(row_number, cluster_pattern, topic_pattern, table_pattern, source_time_zone, load_time, match_order, other_groups)
            order by row_number
        {%- endset -%}
        {%- do rows.extend(run_query(query).rows) -%}
    {%- endfor -%}
    {{ return(rows) }}
{% endmacro %}

{#- SQL array of what look like named groups of a pattern, of names that are none of `topic_groups`. pattern: text. -#}
{% macro _other_groups(pattern) %}
    {%- set names = modules.re.findall('[?]<([a-zA-Z][a-zA-Z0-9]*)>', pattern or '') | unique | reject('in', rosetta_cdc.topic_groups()) | list -%}
    {{ return("cast(array(" ~ ("'" ~ names | join("', '") ~ "'" if names else '') ~ ') as array<string>)') }}
{% endmacro %}
