"""Sentences: made on the server, of codes, facts and events, in the reader's language."""
