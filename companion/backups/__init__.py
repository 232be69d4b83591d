"""Copies of a whole home: made by themselves, proven before they count, taken back whole."""
