"""What the pages need from rooms they must not know; the composer hands it in."""

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Literal, Protocol, TypeAlias

import msgspec

from companion.backups.keeper import Keeper
from companion.doctor import Check
from companion.editions.model import Edition
from companion.editions.rulebook import Rulebook
from companion.errors import CompanionError
from companion.shipping.shipper import Shipper
from companion.table.photographs import Photographs
from companion.teaching.course import Teacher
from companion.vision.plane import Corners, Zone
from companion.words import Seat
from web.shared.eyes import WhichEye
from web.shared.panels import Buttons, SeatPanels, WiringPlan
from web.shared.phone_eye import PhoneFrames
from web.shared.secure import SecurePages


class EditionCard(msgspec.Struct, frozen=True, kw_only=True):
    """One edition as it is offered at set-up."""

    id: str
    name: str
    language: str


class Editions(Protocol):
    """The games there are."""

    def all(self) -> Sequence[EditionCard]:
        """Return every edition, the one to propose first."""
        ...

    def mistakes(self) -> Sequence[CompanionError]:
        """Return why files of one's own editions cannot be played, the first mistake of each."""
        ...

    def edition(
        self,
        edition_id: str,
        variants: Sequence[str] = (),
        house: Mapping[str, object] = {},
    ) -> Edition:
        """Return one edition as it stands in its file, or with variants and house rules in it.

        Raises:
            EditionError: there is none of this name, or its file is damaged.
        """
        ...

    def rulebook(self, edition_id: str) -> Rulebook:
        """Return an edition's catalogue of rules.

        Raises:
            EditionError: as above.
        """
        ...


Mishap: TypeAlias = Literal["cocked", "leaning", "stacked", "outside"]
"""What may go wrong with a simulated throw."""

Trouble: TypeAlias = Literal["dark", "glare", "hand", "bumped", "unplugged"]
"""What may go wrong at a simulated table: with light, lens, hands, camera and cable."""

Pips: TypeAlias = Literal[1, 2, 3, 4, 5, 6]
"""What a die shows; of the speed die, which of its sides."""


class Simulation(Protocol):
    """The simulated table's hands; its eyes are a camera like any other."""

    def throw(
        self,
        dice: int,
        *,
        show: Sequence[Pips | None] | None = None,
        speed: Pips | bool = False,
        pictures: bool = False,
        mishap: Mishap | None = None,
    ) -> None:
        """Throw so many dice, with pips or pictures, with the speed die or without.

        Something may go wrong.

        What they show is chosen, or by chance: `show` has None for such a die, `speed` True.
        """
        ...

    @property
    def troubles(self) -> Collection[Trouble]:
        """What goes wrong now."""
        ...

    def befall(self, *troubles: Trouble) -> None:
        """Let something go wrong, until it is mended."""
        ...

    def mend(self, *troubles: Trouble) -> None:
        """Let something go wrong no longer; without a word, nothing does."""
        ...

    def lay_die(self, side: int, *, pictures: bool = False) -> None:
        """Lay the speed die into the tray, alone: its sides 1 to 3, two of Mr. Monopoly, a bus.

        Or a die with six pictures.
        """
        ...

    def lay_deed(self, number: int, side: str) -> None:
        """Lay a deed (1 to 28 in board order) in the scan field, `front` or `back` up."""
        ...

    def lay_out(
        self, deeds: Sequence[tuple[int, str]], cards: Sequence[int] = ()
    ) -> Sequence[tuple[int, str]]:
        """Clear the table, lay out many deeds and cards; return the deeds that have no room."""
        ...

    def lay_card(self, number: int) -> None:
        """Show a card (1 to 32, the first pile's first) to the scan field."""
        ...

    def take_deed(self, number: int | None = None) -> None:
        """Take a deed away; without a number, all that lies there."""
        ...

    @property
    def deeds(self) -> Sequence[tuple[int, str]]:
        """What a hand has laid there: number and the side that is up, in the order of laying."""
        ...

    @property
    def cards(self) -> Sequence[int]:
        """The cards that a hand has laid there."""
        ...

    def picture(self) -> bytes:
        """Return what the simulated camera sees now, as a JPEG."""
        ...


class FieldsNow(Protocol):
    """Where the fields lie in the picture; None: nowhere that is known."""

    @property
    def by(self) -> str:
        """`mat`, `hand` or `nothing`."""
        ...

    @property
    def tray(self) -> Zone | None:
        """Where dice are read."""
        ...

    @property
    def outline(self) -> Corners | None:
        """The tray's corners in the picture; None: those of the box in which dice are read."""
        ...

    @property
    def inside(self) -> tuple[float, float] | None:
        """Width and depth of the tray in millimetres, where they are known."""
        ...

    @property
    def scan(self) -> Zone | None:
        """Where deeds and cards are read."""
        ...


Strayed: TypeAlias = Literal["no", "followed", "lost"]
"""Whether camera or mat were moved far; lost: nothing is read until somebody has looked."""


class CameraSight(Protocol):
    """What the camera sees, and where the fields lie in it."""

    @property
    def size(self) -> tuple[int, int] | None:
        """Width and height of the pictures, None before the first."""
        ...

    @property
    def layout(self) -> FieldsNow:
        """Where the fields lie now."""
        ...

    @property
    def strayed(self) -> Strayed:
        """Whether camera or mat have moved far since the start, or since it was settled."""
        ...

    def picture(self) -> bytes | None:
        """Return the newest picture as a JPEG, None before the first."""
        ...

    def checks(self) -> Sequence[Check]:
        """Say what the picture is like."""
        ...

    def look(self) -> Sequence[Check]:
        """Look once for what is to be seen, and say what is: dice, deeds, from which height."""
        ...

    def find_tray(self) -> Corners | None:
        """Return what looks like a tray's floor, to be confirmed by somebody; None: nothing."""
        ...

    def draw(self, tray: Corners, scan: Zone, inside: tuple[float, float] | None = None) -> None:
        """Keep a tray and a box and use them where no mat is found.

        Args:
            tray: its corners.
            scan: where deeds and cards are read.
            inside: width and depth of the tray in millimetres, where that is said.

        Raises:
            SettingsError: they cannot be used or kept.
        """
        ...

    def settle(self) -> None:
        """Take the mat, or else the drawing, as right where it is now."""
        ...

    def measure(self) -> None:
        """Measure the mat anew, keep it and use it.

        Raises:
            SettingsError: no mat is seen, or it cannot be kept.
        """
        ...

    def forget(self) -> None:
        """Throw the drawing away.

        Raises:
            SettingsError: the file cannot be removed.
        """
        ...


class MachineCare(Protocol):
    """Who looks at the machine while people play."""

    @property
    def troubles(self) -> Sequence[Check]:
        """What is bad now, without what was dismissed."""
        ...

    def dismiss(self, name: str) -> None:
        """Say no more of a trouble until it has been good again."""
        ...


class Diagnose(Protocol):
    """Makes one file to hand in with a question."""

    def __call__(self, *, pictures: bool = False) -> bytes:
        """Return the zip; *pictures*: with those of the last readings."""
        ...


class TagFound(Protocol):
    """What is known of a printed tag of ours."""

    @property
    def edition(self) -> str:
        """The edition whose deed or card carries it."""
        ...

    @property
    def kind(self) -> Literal["deed", "card", "seat"]:
        """What it sticks on."""
        ...

    @property
    def id(self) -> int:
        """Deeds from 1 in board order, cards from 1, chance first, seats from 1."""
        ...

    @property
    def standing(self) -> Literal["valid", "revoked", "old-set"]:
        """Whether it still counts."""
        ...


class Tags(Protocol):
    """The tags that this companion has issued."""

    def find(self, text: str) -> TagFound | None:
        """Return what a tag's text stands for; None if it is none of ours."""
        ...

    def broken(self, edition: str) -> CompanionError | None:
        """Return why the tags of an edition's set cannot be proven; None if they can."""
        ...


class Press(Protocol):
    """Prints sheets."""

    @property
    def papers(self) -> Sequence[str]:
        """Papers and label sheets there are, by name, the likeliest first."""
        ...

    def printed(
        self,
        what: str,
        edition_id: str,
        paper: str,
        address: str,
        *,
        only: Sequence[int] = (),
        wifi: tuple[str, str] | None = None,
        language: str = "",
    ) -> bytes:
        """Return a sheet as PDF; *only*: these numbers alone.

        The join card opens *address*, and the Wi-Fi if its name and password are given. What is of
        no edition is in *language*.

        Raises:
            CompanionError: it cannot be printed, in words for people.
        """
        ...

    def reissued(self, what: str, number: int, edition_id: str, paper: str) -> bytes:
        """Return a PDF with a new sticker for what was lost; the old one counts no more.

        Raises:
            CompanionError: it cannot be printed, in words for people; then nothing is changed.
        """
        ...


class Parts(msgspec.Struct, frozen=True, kw_only=True):
    """The rooms behind the pages; what is absent has no page."""

    editions: Editions
    buttons: Buttons | None = None
    panels: SeatPanels | None = None  # absent where nobody can press
    wiring: Callable[[Callable[..., str]], WiringPlan] | None = None  # in one language
    button_seats: Collection[Seat] = ()  # whose buttons can be pressed, real or drawn ones
    rhythms: Mapping[str, Sequence[tuple[int, int]]] = {}  # of lamps: milliseconds on, then off
    heard: Callable[[float], Collection[Seat]] = lambda _seconds: ()  # pressed in the last seconds
    simulation: Simulation | None = None  # pages ask the context whether it is looked at
    eye: WhichEye | None = None
    deeds_eye: WhichEye | None = None
    teacher: Teacher | None = None
    sight: CameraSight | None = None
    deeds_sight: CameraSight | None = None
    phone_eye: PhoneFrames | None = None  # absent where no phone may be the camera
    photographs: Photographs | None = None
    tags: Tags | None = None
    press: Press | None = None
    copies: Keeper | None = None
    club: Shipper | None = None
    take_back: Callable[[Path], None] | None = None  # a copy; the companion starts anew with it
    checks: Sequence[Callable[[], Sequence[Check]]] = ()
    upkeep: MachineCare | None = None
    diagnose: Diagnose | None = None
    secure: SecurePages | None = None  # the same pages over TLS, for the cameras of phones
    sees: Callable[[], bool] = lambda: False  # a real camera gives pictures of the table now
    can_speak: Callable[[], bool] = lambda: False  # the box has what its own voice needs
    still: Callable[[], tuple[str, ...]] = tuple  # names the parts that stand still
