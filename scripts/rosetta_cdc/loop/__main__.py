"""`python -m rosetta_cdc.loop` is `scripts/run`."""

import sys

from rosetta_cdc.loop.cli import main

sys.exit(main())
