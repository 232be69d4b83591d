"""The vocabulary of play: commands, events, refusals, state. No rule in it."""
