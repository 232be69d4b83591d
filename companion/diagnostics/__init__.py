"""One file to hand in with a question: what machine, checks and log say, and no name."""
