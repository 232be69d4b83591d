"""The parts of a companion that need few others, and what it was asked for."""

import secrets
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Protocol

import msgspec

from cards_qr.keyrings import Keyrings
from cards_qr.set_reader import SetReader
from companion.backups.keeper import Keeper
from companion.backups.marks import note_from_copies
from companion.diagnostics.report import Diagnostics
from companion.doctor import Checks
from companion.examination import SEATS
from companion.table.check.laid_deeds import PileLook
from companion.table.clocks.clock import SystemClock
from companion.table.photographs import Photographs
from companion.table.table import Table
from companion.teaching.course import Teacher
from companion.vision.dice import NetReader
from companion.vision.emblem_reader import EmblemReader
from hardware.first_look import FirstLook
from hardware.hands import Hands
from hardware.looking import Looking
from hardware.lookout import Lookout
from hardware.panel import Panels, open_panels, usual_buttons
from hardware.simulated.table import SimulatedTable

Later = Callable[[Callable[[], object]], object]
"""Takes what is to be done when the companion stops, last first."""


class Startable(Protocol):
    """What works in threads of its own."""

    def start(self) -> object:
        """Begin."""
        ...

    def stop(self) -> object:
        """End."""
        ...


def start_all(parts: Iterable[Startable], later: Later) -> None:
    """Start parts in their order; the last stops first."""
    for part in parts:
        part.start()
        later(part.stop)


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """What `companion run` was asked for."""

    home: Path
    camera: str = "auto"
    deeds_camera: str = "auto"  # of one that sees deeds alone; `auto`: none, or what was chosen
    buttons: str | None = None  # as `open_panels` takes them; None: gpio on a Pi, else mock
    host: str = ""  # all addresses
    port: int = 0  # any free one
    tls_port: int | None = None  # 0: none; None: as `SecurePort` has it
    temporary: bool = False  # games may be lost at the next restart
    backup: Path | None = None  # a second folder for copies, as on a stick
    log: Callable[[], str] = str  # what was logged lately
    seed: int | None = None  # of the simulated table; None: another one at every start

    @property
    def panels(self) -> str:
        """The kind of buttons."""
        return self.buttons or usual_buttons()


def begun_table(home: Path, later: Later) -> Table:
    """Begin the live game, with what the copies of its home know."""
    note_from_copies(home)
    table = Table(home, clock=SystemClock())
    table.start()
    later(table.stop)
    return table


def lookout_of(table: Table, watcher: Callable[[], Looking], keyrings: Keyrings) -> Lookout:
    """Return who looks at the whole table while deeds are laid out; *watcher*: who sees them."""

    def wanted() -> PileLook | None:
        check = table.view.check
        return check.look if check is not None else None

    return Lookout(
        lambda: watcher().latest,
        lambda: watcher().field.layout.symbol,
        SetReader(keyrings, lambda: edition_on(table)),
        wanted=wanted,
        tell=table.laid,
    )


def simulated_table(options: Options, tags: SetReader) -> SimulatedTable:
    """Return the simulated table, with the deeds of the set on the table."""
    seed = secrets.randbelow(1 << 32) if options.seed is None else options.seed
    return SimulatedTable(seed, keyring=lambda: tags.keyring)


def first_look_of(table: Table, keyrings: Keyrings, teacher: Teacher) -> FirstLook:
    """Return what looks once where a camera is tried."""
    reader = EmblemReader(NetReader(), lambda: teacher.emblems)
    return FirstLook(reader, SetReader(keyrings, lambda: edition_on(table)))


def begun_copies(options: Options, table: Table, later: Later) -> Keeper:
    """Begin to make copies of the home."""
    keeper = Keeper(
        options.home,
        lambda: table.view,
        SystemClock(),
        tell=table.refresh,
        second=options.backup,
    )
    keeper.start()
    later(keeper.stop)
    return keeper


def diagnostics_of(options: Options, checks: Sequence[Checks]) -> Diagnostics:
    """Return what makes the one file that is handed in with a question."""
    home, log = options.home, options.log
    given = {"camera": options.camera, "buttons": options.panels}
    return Diagnostics(home, lambda: [c for one in checks for c in one()], log, options=given)


def edition_on(table: Table) -> str | None:
    """Return which edition is being played."""
    state = table.view.state
    return state.edition.id if state is not None else None


def open_buttons(options: Options, later: Later) -> Panels:
    """Open them before any thread begins: lgpio's import changes folders (`hardware.gpio`)."""
    panels = open_panels(options.panels, SEATS, options.home)
    later(panels.close)
    return panels


def begun_hands(table: Table, panels: Panels, later: Later) -> Hands:
    """Connect buttons and lamps with the table."""
    hands = Hands(table, panels, SEATS)
    panels.on_press, panels.on_end = hands.pressed, hands.ended
    panels.pairing.tell = table.refresh
    hands.start()
    later(hands.stop)
    return hands


def photographs_of(
    table: Table, keyrings: Keyrings, teacher: Teacher, keeps: Callable[[], bool]
) -> Photographs:
    """Return who reads photographs, with readers of its own: the camera's are the watcher's."""
    tags = SetReader(keyrings, lambda: edition_on(table))
    reader = EmblemReader(NetReader(), lambda: teacher.emblems)
    return Photographs(table, reader, tags.read, teacher.dice, keeps)
