"""How fast auctions are, as the banker wants it."""

from companion.errors import SettingsError
from companion.journal.record import Cause
from companion.table.answers import broken_by
from companion.table.clocks.commands import SetPace
from companion.table.desk import Desk
from companion.table.outcome import Outcome


def set_pace(desk: Desk, command: SetPace, _cause: Cause) -> Outcome:
    """Set how fast auctions are at this table; one that runs begins its clock anew."""
    try:
        desk.auction.set_pace(command.pace)
    except SettingsError as error:
        return broken_by("not-saved", error)
    desk.settle()
    return ()
