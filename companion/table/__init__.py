"""The live game: one queue, one writer."""
