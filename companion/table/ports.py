"""What the table needs from outside, and what the eyes tell it."""

from collections.abc import Sequence
from typing import Literal, Protocol, TypeAlias

from companion.errors import CompanionError
from companion.vision.readings import DiceReading

Place: TypeAlias = Literal["dice", "deeds"]
"""What a camera is for: dice, and deeds where no other camera is for them; or deeds alone."""


class Clock(Protocol):
    """The two times there are, and which boot the second counts from."""

    boot: str

    def mono(self) -> float:
        """Return seconds that never jump."""
        ...

    def wall(self) -> float:
        """Return seconds since 1970, UTC; may jump by years."""
        ...


class SeenTag(Protocol):
    """A tag in the scan field, as `cards_qr` reads it."""

    @property
    def kind(self) -> str:
        """`deed`, `card`, `seat` or `foreign`."""
        ...

    @property
    def id(self) -> int | None:
        """The deed's number (1 to 28 in board order), the card's (1 to 32, chance first)."""
        ...

    @property
    def side(self) -> str | None:
        """`front` or `back`; the back of a deed says that it is mortgaged."""
        ...

    @property
    def valid(self) -> bool:
        """Whether the checksum is proven."""
        ...

    @property
    def what(self) -> str:
        """Whose it is, as `cards_qr.seen_tags` tells it: `ours`, `revoked`, `twice`, ..."""
        ...

    @property
    def text(self) -> str:
        """What its code says."""
        ...

    @property
    def about(self) -> str:
        """What a code is that is none of ours: `wifi`, `web`, `contact`, ..., `text`."""
        ...

    @property
    def corners(self) -> Sequence[tuple[float, float]]:
        """Where it lies or lay last: four, clockwise, in pixels of the scan field."""
        ...

    @property
    def hidden(self) -> bool:
        """Whether it is covered now; it was not taken away."""
        ...


class LaidTag(SeenTag, Protocol):
    """A tag anywhere in the picture; its corners are in pixels of the whole picture."""


class Teaching(Protocol):
    """Where this table's dice are taught: while it watches, throws are lessons and no rolls."""

    @property
    def watches(self) -> bool:
        """Whether a throw is awaited."""
        ...

    def see(self, reading: DiceReading, picture: bytes) -> None:
        """Take a throw, with its picture as JPEG."""
        ...


class Witness(Protocol):
    """Whom the watcher tells what it sees; every call returns at once or after one commit.

    Times are monotonic seconds of the frames themselves. Pictures are JPEG bytes.
    """

    def motion(self, at: float) -> None:
        """Something began to move in the tray, first seen in the frame of *at*."""
        ...

    def calm(self, began: float, at: float) -> None:
        """The motion of *began* is over and was no roll: a sleeve, a hand, the same dice."""
        ...

    def dice(self, reading: DiceReading, picture: bytes, began: float, at: float) -> None:
        """Dice came to rest after the motion of *began* and were read at *at*."""
        ...

    def cards(self, seen: Sequence[SeenTag], picture: bytes, at: float) -> None:
        """What lies in the scan field changed; *seen* is all that lies there now."""
        ...

    def camera(self, status: str, *, ok: bool, trouble: CompanionError | None = None) -> None:
        """The camera's state changed; *status* is one line for people, *trouble* the same.

        Without a status there is none, as it was chosen.
        """
        ...
