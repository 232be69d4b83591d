"""The games to choose from: each with a small picture of its board, and for how many it is."""

from collections.abc import Iterator

import msgspec

from companion.sayings.said import marked as _
from companion.speaker import Speaker
from web.draw.board import bands_of
from web.shared.ports import Editions


class GameBox(msgspec.Struct, frozen=True, kw_only=True):
    """A game as the first step of set-up offers it."""

    id: str
    name: str
    language: str  # of the name
    bands: dict[str, str]  # a colour of its board -> path
    players: str  # for how many it is
    fits: bool  # for those who have joined


def boxes_of(shelf: Editions, people: int, speaker: Speaker) -> Iterator[GameBox]:
    """Yield every game, those in the reader's language first.

    Of one that so many *people* cannot play it is said.
    """
    for card in sorted(shelf.all(), key=lambda card: card.language != speaker.language):
        edition = shelf.edition(card.id)
        rules = edition.parameters
        fewest, most, fits = rules.players_min, rules.players_max, people <= rules.players_max
        words = (
            _("For {fewest} to {most} players")
            if fits
            else _("For {fewest} to {most} players: {people} are here")
        )
        yield GameBox(
            id=card.id,
            name=card.name,
            language=card.language,
            bands=bands_of(edition),
            players=speaker.say(words, fewest=fewest, most=most, people=people),
            fits=fits,
        )
