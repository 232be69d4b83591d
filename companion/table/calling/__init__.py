"""Calling the arbiter of the club."""
