"""Write generated traffic to a file of `kcat -J` lines.

`python -m rosetta_shop day|bench|random -o FILE`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable

from rosetta_cdc.landing import kcat
from rosetta_shop.traffic import (
    ALL,
    JSON,
    Record,
    bench_messages,
    random_log,
    registry_rows,
    shop_day,
)

PREFIXES = {"day": "shop", "bench": "bench", "random": "random"}
COUNTS = {"day": 150, "bench": 300_000, "random": 100}


def arguments(given: list[str] | None) -> argparse.Namespace:
    """Return the command line's arguments.

    Args:
        given: the arguments; None for those of the process.

    Raises:
        SystemExit: they are wrong.
    """
    parser = argparse.ArgumentParser(prog="python -m rosetta_shop", description=__doc__)
    parser.add_argument(
        "traffic", choices=PREFIXES, help="a day of the shop, bulk for benchmarks, or a random log"
    )
    parser.add_argument(
        "-o",
        "--output",
        default="-",
        help="file to write, gzip if it ends in .gz; - is standard output",
    )
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same traffic")
    parser.add_argument(
        "--formats",
        help="format codes joined by commas; by default all (bench: those whose messages are text)",
    )
    parser.add_argument(
        "--count",
        type=int,
        help="bench: records in all (300000); day, random: messages a format (150, 100)",
    )
    parser.add_argument("--size", type=int, default=1000, help="bench: bytes of a message, about")
    parser.add_argument(
        "--registry", metavar="FILE", help="also write the topic registry's rows for this traffic"
    )
    options = parser.parse_args(given)
    known = JSON if options.traffic == "bench" else ALL
    options.formats = list(known) if options.formats is None else options.formats.split(",")
    unknown = [code for code in options.formats if code not in known]
    if unknown:
        parser.error(f"unknown format {', '.join(unknown)}; there are {', '.join(known)}")
    options.count = COUNTS[options.traffic] if options.count is None else options.count
    return options


def records(options: argparse.Namespace) -> Iterable[Record]:
    """Return the records that the arguments ask for."""
    if options.traffic == "day":
        return shop_day(options.seed, options.formats, options.count)
    if options.traffic == "bench":
        return bench_messages(options.count, options.formats, options.seed, options.size)
    return random_log(options.seed, options.formats, options.count)


def main(given: list[str] | None = None) -> int:
    """Write the file and, to standard error, how many records it has.

    Args:
        given: the command line's arguments; None for those of the process.

    Returns:
        The process's exit code.
    """
    options = arguments(given)
    try:
        count = kcat.write_file(options.output, records(options))
        if options.registry:
            with open(options.registry, "w", encoding="utf-8", newline="") as file:
                file.write(registry_rows(options.formats, PREFIXES[options.traffic]))
    except BrokenPipeError:
        return 1
    except OSError as error:
        print(f"cannot write {error.filename}: {error.strerror}", file=sys.stderr)
        return 1
    print(f"{count} records", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
