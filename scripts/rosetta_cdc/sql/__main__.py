"""`python -m rosetta_cdc.sql` is `scripts/sql`."""

import sys

from rosetta_cdc.sql.cli import main

sys.exit(main())
