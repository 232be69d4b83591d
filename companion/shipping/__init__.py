"""A table sends its records to the hub of its club; it never waits for it."""
