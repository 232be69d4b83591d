"""The hub of a club: keeps the records of all its tables in PostgreSQL."""
