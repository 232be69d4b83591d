"""Phones and commands for many hosted tables, from a process of their own."""
