"""Checking the table: deeds laid out, what differs from the books, and what becomes of it."""
