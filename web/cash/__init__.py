"""Playing with banknotes: what is to be handed over, and a count of notes."""
