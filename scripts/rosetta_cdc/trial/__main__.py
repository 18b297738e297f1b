"""`scripts/try`: shows the staged rows of a file of Kafka records."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from typing import Any

from rosetta_cdc.arguments import Parser
from rosetta_cdc.errors import UserError
from rosetta_cdc.landing.environment import check_java, java_writes_to_log
from rosetta_cdc.trial import home_of_trial, model_of, shown
from rosetta_cdc.waiting import SPARK, waits_for

DESCRIPTION = """\
Shows what a format's staging model makes of a file of Kafka records: one JSON object per staged row, without its null columns, and
a count by kind of event. All topics in the file are taken to be in this format. Nothing is kept, and nothing that has landed is
touched. The exit code is 0 if every record was read, 1 if there is a dead letter or a line that is not a record.

Example: scripts/try dts_canal records.jsonl
"""


def main(arguments: list[str] | None = None) -> int:
    """Run the command.

    Args:
        arguments: Of the command line, by default those of the process.

    Returns:
        0 if every record was read, 1 if there is a dead letter or a rejected line, 2 for an error of the user.
    """
    parser = Parser(prog="try", description=DESCRIPTION)
    parser.add_argument("format", metavar="FORMAT", help="format code, such as dts_canal")
    parser.add_argument("files", metavar="FILE", nargs="+", help="records as `kcat -J` prints them, plain or gzip; - reads standard input")
    try:
        return _try(parser.parse_args(arguments))
    except UserError as error:
        print(f"try: {error}", file=sys.stderr)
        return error.exit_code


def _try(options: argparse.Namespace) -> int:
    model = model_of(options.format)
    check_java()
    with home_of_trial(options.format):
        # Both take seconds to import.
        from rosetta_cdc.dbt_command import dbt
        from rosetta_cdc.landing.run import land_files
        from rosetta_cdc.loop.report import counted
        from rosetta_cdc.spark import session

        waits_for("try", SPARK)
        with java_writes_to_log("try.log"):
            spark = session("try", metastore=True)
        waits_for("try", "landing the records")
        landed = land_files(spark, options.files)
        waits_for("try", f"making {model}")
        results = dbt("build", "--select", f"+{model}", "--resource-type", "model", "--resource-type", "seed").results
        (relation,) = [result.node.relation_name for result in results if result.node.name == model]
        query = f"select * from {relation} order by kafka_topic, kafka_partition, kafka_offset, row_index"
        kinds: Counter[str] = Counter()
        unread = 0
        for row in spark.sql(query).toLocalIterator():
            known = shown(row.asDict(recursive=True))
            print(json.dumps(known, ensure_ascii=False, default=_text), flush=True)
            unread += "error_code" in known
            kinds[known.get("error_code") or known.get("op") or known["event_kind"]] += 1
    rejected = sum(landed.rejected.values())
    counts = ", ".join(f"{kind} {number}" for kind, number in kinds.most_common()) or "no rows"
    others = f"; {'1 line that is no record' if rejected == 1 else f'{rejected} lines that are no records'}" if rejected else ""
    print(f"try: {counted(landed.landed, 'record')}, {counted(kinds.total(), 'row')}: {counts}{others}", file=sys.stderr)
    return int(bool(unread or rejected))


def _text(value: Any) -> str:
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes | bytearray) else str(value)


if __name__ == "__main__":
    sys.exit(main())
