"""Tags as a lookout sees them, all over the table."""

import msgspec

from companion.table.check.commands import EndCheck
from companion.table.check.laid_deeds import TableCheck
from tests.support.pages import Living

SIDE = 40.0


class LyingTag(msgspec.Struct, frozen=True):
    """A tag somewhere in the picture."""

    id: int | None
    side: str | None = "front"
    kind: str = "deed"
    valid: bool = True
    what: str = "ours"
    text: str = ""
    about: str = "text"
    hidden: bool = False

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """One beside the other in the order of their numbers."""
        left, top = 50.0 + SIDE * 1.5 * ((self.id or 0) % 7), 60.0 + SIDE * ((self.id or 0) // 7)
        return ((left, top), (left + SIDE, top), (left + SIDE, top + SIDE), (left, top + SIDE))


def check_of(room: Living) -> TableCheck:
    """Return the check that goes on; there must be one."""
    check = room.table.view.check
    assert check is not None
    return check


def lay(room: Living, *tags: LyingTag, picture: bytes, looks: int = 1) -> None:
    """Let the camera look at what lies there now, and wait until it has been taken in."""
    look = check_of(room).look
    assert look is not None
    at = room.table.cause("camera", "camera").mono
    for _look in range(looks):
        room.table.laid(at, tags, picture, look)
    cause = room.table.cause("banker", "banker")
    room.table.submit(EndCheck(check="no such check"), cause)
