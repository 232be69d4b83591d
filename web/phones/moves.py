"""A seat that changed hands, as a sentence."""

from collections.abc import Mapping

from companion.sayings.said import marked as _
from companion.speaker import Speaker
from web.phones.chairs import How, Move

MOVES: Mapping[How, str] = {
    "joined": _("{name} plays with a phone now."),
    "shared": _("{name} plays with one more phone."),
    "handed": _("The seat of {name} went to another phone."),
    "given": _("The banker gave the seat of {name} to another phone."),
    "released": _("The banker lets another phone in for {name}."),
    "given-up": _("A phone of {name} has gone. The seat stays in the game."),
}
"""How a seat changed hands -> sentence."""


def move_of(speaker: Speaker, move: Move | None) -> str:
    """Return what became of a seat; nothing of none."""
    return speaker.say(MOVES[move.how], name=move.name) if move else ""
