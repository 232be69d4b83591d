"""Which card of a game carries which number on its tag."""

from companion.editions.model import deck_of
from companion.game.state import GameState
from companion.rules.plausibility import jail_free_card

CARDS_A_DECK = 16
"""Cards are numbered from 1: the first deck's, then the second's."""


def card_of(state: GameState, number: int) -> str | None:
    """Return the id of the card with a number on its tag: each deck in the file's order."""
    deck, place = divmod(number - 1, CARDS_A_DECK)
    decks = state.edition.decks
    if not 0 <= deck < len(decks):
        return None
    cards = [card.id for card in state.edition.cards if card.deck == decks[deck].id]
    return cards[place] if place < len(cards) else None


def number_of(state: GameState, card: str) -> int:
    """Return the number on a card's tag: the inverse of `card_of`."""
    deck, cards = deck_of(card), state.edition.cards
    before = [one.id for one in state.edition.decks].index(deck) * CARDS_A_DECK
    return before + [one.id for one in cards if one.deck == deck].index(card) + 1


def keepable(state: GameState) -> tuple[str, ...]:
    """Return the ids of the cards that players keep, which lead out of jail: one a deck at most."""
    found = (jail_free_card(state, deck.id) for deck in state.edition.decks)
    return tuple(card for card in found if card is not None)


def kept_card(state: GameState, number: int) -> str | None:
    """Return the id of the card with a number, if it is one that players keep."""
    card = card_of(state, number)
    return card if card in keepable(state) else None
