"""Going back in the story of a game, and putting in what was forgotten."""
