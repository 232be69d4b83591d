"""What the banker says of the table's clocks."""

from companion.table.clocks.timing import Pace
from companion.table.command import TableCommand


class SetPace(TableCommand, frozen=True, kw_only=True, tag="pace"):
    """Set how fast auctions are at this table."""

    in_game = recorded = False

    pace: Pace
