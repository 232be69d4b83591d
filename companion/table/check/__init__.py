"""Deeds laid out pile by pile: to check the table, or to take a game over."""
