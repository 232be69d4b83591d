"""What waits to be confirmed: a command, and what it would book."""

from collections.abc import Mapping

import msgspec

from companion.game.commands import AnyCommand
from companion.game.events import AnyEvent, Due, Help
from companion.journal.record import Cause
from companion.words import Money, RuleKey, Seat

HELP = RuleKey("table/help")
"""What a refusal or an event rests on here: how far the companion helps in booking."""

MOST = 1_000_000_000
"""No table has so much of anything: see `companion.game.commands.Amount`."""


def is_amount(typed: Money) -> bool:
    """Return whether somebody may have typed so much."""
    return 0 <= typed <= MOST


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """One held command; nothing of it is booked."""

    id: int  # the number of the record that proposed it
    helps: Help  # `announce`: the amounts are typed; `propose`: they are shown
    command: AnyCommand
    cause: Cause  # of the command: when the dice moved, who pressed
    dues: tuple[Due, ...]
    events: tuple[AnyEvent, ...] = ()  # what it would cause now; none while another comes before
    confirmed: tuple[Seat, ...] = ()
    typed: Mapping[int, Money] = {}  # what was typed otherwise, by the place of the due
    contested: Mapping[Seat, str] = {}  # who says that it is not so, and why

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Who has still to confirm it."""
        says = dict.fromkeys(due.says for due in self.dues)
        return tuple(seat for seat in says if seat is not None and seat not in self.confirmed)

    def places_of(self, *seats: Seat) -> tuple[int, ...]:
        """Return the places of the dues that *seats* confirm."""
        return tuple(place for place, due in enumerate(self.dues) if due.says in seats)

    @property
    def ruled(self) -> Mapping[int, Money]:
        """What the rules say, by the place of the due."""
        return {place: due.amount for place, due in enumerate(self.dues)}

    def comes_before(self, cause: Cause) -> bool:
        """Return whether it was caused before *cause*; what is of an earlier start always was."""
        return self.cause.boot != cause.boot or self.cause.mono < cause.mono
