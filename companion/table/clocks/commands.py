"""What the banker says of the table's clocks."""

from companion.table.clocks.timing import Pace
from companion.table.command import TableCommand


class Pause(TableCommand, frozen=True, kw_only=True, tag="pause"):
    """Let the game rest: no clock runs, and nothing counts until it goes on."""


class GoOn(TableCommand, frozen=True, kw_only=True, tag="go-on"):
    """Let a game that rests go on."""


class SetPace(TableCommand, frozen=True, kw_only=True, tag="pace"):
    """Set how fast auctions are at this table."""

    in_game = recorded = False

    pace: Pace
