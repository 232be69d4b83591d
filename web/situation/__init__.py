"""How the whole table stands: typed in for a game taken over, or to set the books right."""
