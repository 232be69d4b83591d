"""What the pages need of the seats' buttons and lamps."""

from collections.abc import Collection, Sequence
from typing import Protocol

from companion.errors import CompanionError
from companion.words import Seat


class Buttons(Protocol):
    """The buttons and lamps of the seats; virtual ones on the page drive the same pins."""

    def press(self, seat: Seat, seconds: float = 0.02) -> None:
        """Press for so long, and let go."""
        ...

    def stick(self, seat: Seat, *, down: bool) -> None:
        """Let a button stay down until it is let go, whatever presses it."""
        ...

    def unplug(self, *, out: bool) -> None:
        """Pull all of them out, or plug them in again."""
        ...

    @property
    def unplugged(self) -> bool:
        """Whether they are pulled out."""
        ...

    @property
    def sticking(self) -> Collection[Seat]:
        """Whose buttons stay down."""
        ...

    def lamp(self, seat: Seat) -> str:
        """Return the pattern that shows now: `off`, `on`, `blink`, ...; never raises."""
        ...


class ButtonPairing(Protocol):
    """Asks one after the other to press their buttons, and gives each the one that is pressed."""

    @property
    def asked(self) -> Seat | None:
        """Who is to press now; None: nobody is asked."""
        ...

    def ask(self, seats: Sequence[Seat]) -> None:
        """Let these press, one after the other; none: ask nobody any more."""
        ...

    def skip(self) -> None:
        """Ask the next one."""
        ...


class WiringPlan(Protocol):
    """How buttons and lamps are wired."""

    @property
    def drawing(self) -> str:
        """The drawing, as SVG."""
        ...

    @property
    def parts(self) -> Sequence[tuple[int, str]]:
        """What to buy: how many, and what."""
        ...

    @property
    def milliamperes(self) -> int:
        """What all lamps together take."""
        ...


class SeatPanels(Protocol):
    """Buttons and lamps that somebody presses and sees."""

    @property
    def pairing(self) -> ButtonPairing:
        """Which button is whose."""
        ...

    @property
    def troubles(self) -> Sequence[CompanionError]:
        """Why some buttons are missing now, if they should be there."""
        ...

    @property
    def lit_seats(self) -> Collection[Seat]:
        """The seats that have a lamp."""
        ...

    def demonstrate(self, seat: Seat, name: str) -> None:
        """Let a lamp show the pattern of that name for a while, whatever it means."""
        ...
