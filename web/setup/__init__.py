"""Setting up a game: one question a page."""
