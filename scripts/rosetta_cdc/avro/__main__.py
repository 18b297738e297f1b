"""`scripts/register_avro`: puts the Avro schemas of a folder into the seed `cdc_avro_schemas`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from rosetta_cdc.arguments import Parser
from rosetta_cdc.avro.folder import read_folder, write_seed
from rosetta_cdc.errors import UserError
from rosetta_cdc.registry import avro_seed_name, check_own, seed_file

DESCRIPTION = """\
Puts the Avro schemas in a folder into seeds/cdc_avro_schemas.csv, replacing those already there. The name of each *.avsc file says
which records its schema is for: 17.avsc is for those with the id 17 in their Confluent or Apicurio prefix, orders.avsc for those of the
topic orders (orders-key.avsc for their keys), drs_avro.avsc (or the code of another format) for those of all other topics of that
format. A file in a subfolder is for the Kafka cluster with the subfolder's name. Afterwards, run dbt seed and dbt run. Example:
scripts/register_avro schemas/
"""


def main(given: list[str] | None = None) -> None:
    """Write the seed and print a line for each schema.

    Raises:
        SystemExit: Wrong arguments, or a file that cannot be used.
    """
    parser = Parser(prog="register_avro", description=DESCRIPTION)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("folder", nargs="?", type=Path, help="folder with the *.avsc files")
    source.add_argument("--none", action="store_true", help="remove all schemas from the seed")
    parser.add_argument("--seed", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args(given)
    try:
        seed = chosen.seed or seed_file(avro_seed_name())
        check_own(seed, "cdc_avro_seed")
        schemas = [] if chosen.none else read_folder(chosen.folder)
        write_seed(seed, schemas)
    except UserError as error:
        print(f"register_avro: {error}", file=sys.stderr)
        raise SystemExit(error.exit_code) from None
    table = Table("kafka cluster", "applies to", "name", "fields of")
    for schema in schemas:
        table.add_row(schema.kafka_cluster or "any", schema.applies_to, schema.name, schema.layout or "no format: dead letters")
    Console().print(table if schemas else "no Avro schema is registered")


if __name__ == "__main__":
    main()
