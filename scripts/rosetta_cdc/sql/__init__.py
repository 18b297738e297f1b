"""Questions to the tables in SQL, with `ref()` and the project's macros, on a warm session. `scripts/sql`."""
