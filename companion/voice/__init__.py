"""What is said aloud of a game, and when it is too late to say it."""
