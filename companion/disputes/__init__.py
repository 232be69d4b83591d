"""Answers to "why?" and "is that so?", from the journal alone."""
