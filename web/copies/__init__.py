"""Copies of the home, and the games that are in it."""
