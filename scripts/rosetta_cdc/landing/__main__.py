"""`python -m rosetta_cdc.landing` is `scripts/land`."""

import sys

from rosetta_cdc.landing.cli import main

sys.exit(main())
