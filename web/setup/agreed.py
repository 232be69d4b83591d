"""What a table has agreed on beside the book: ways to play, and house rules."""

import msgspec

from companion.editions.model import Edition
from companion.sayings.said import marked as _
from companion.speaker import Speaker
from web.setup.house_rules import sentence_of, value_of
from web.setup.printings import about


class Agreed(msgspec.Struct, frozen=True):
    """What it plays by otherwise than in the book."""

    ways: tuple[str, ...]  # rule sets and printings, each in a sentence
    house: tuple[str, ...]  # rules that the table has changed, each with what it plays by


def agreed_of(speaker: Speaker, edition: Edition) -> Agreed:
    """Return what is agreed where an edition is played so."""
    say, printings = speaker.say, edition.printings
    return Agreed(
        ways=tuple(about(speaker, one) for one in printings if one.id in edition.variants),
        house=tuple(
            say(
                _("{rule} Here: {value}"),
                rule=say(sentence_of(name)),
                value=value_of(speaker, value),
            )
            for name, value in edition.house.items()
        ),
    )
