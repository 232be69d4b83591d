"""The games, as data: boards, decks, amounts, rules."""
