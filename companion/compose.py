"""Puts the parts together; the one module that knows every room."""

import secrets
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from importlib.metadata import version
from pathlib import Path

import msgspec

from cards_qr.checks import decoder_checks
from cards_qr.keyrings import Keyrings
from cards_qr.printing.order import PrintPress
from cards_qr.set_reader import SetReader
from companion.backups.checks import copy_checks
from companion.backups.keeper import Keeper
from companion.backups.marks import note_from_copies
from companion.diagnostics.report import Diagnostics
from companion.doctor import Check, Checks
from companion.errors import CompanionError
from companion.examination import SEATS, TAUGHT, checks_in_play, free_port, lasting_checks
from companion.eye import EyeChoice
from companion.sayings.announcements import TONES
from companion.secure_port import SecurePort, own_names
from companion.shelf import Shelf
from companion.table.check.laid_deeds import PileLook
from companion.table.clocks.clock import SystemClock
from companion.table.dice.accuracy import accuracy_checks
from companion.table.dice.eyes import dice_due, speed_due
from companion.table.photographs import Photographs
from companion.table.table import Table
from companion.table.witness import TableWitness
from companion.teaching.checks import taught_checks
from companion.teaching.course import Teacher
from companion.vision.checks import runtime_checks
from companion.vision.dice import NetReader
from companion.vision.runtime_trial import usable
from companion.words import Seat
from hardware.camera_view import TableSight, drawn_before
from hardware.cameras.phone import PhoneEye
from hardware.checks import panel_checks, phone_checks, watched_checks
from hardware.first_look import FirstLook
from hardware.hands import Hands
from hardware.lookout import Lookout
from hardware.loudspeaker import Loudspeaker
from hardware.panel import Panels, open_panels, usual_buttons
from hardware.patterns import RHYTHMS
from hardware.playing import programs
from hardware.simulated.table import SimulatedTable
from hardware.upkeep import Upkeep
from hardware.watchdog import Age, Watchdog
from hardware.watcher import Watcher
from hardware.wiring import wiring
from web import create_app
from web.server.serve import Server, tune_process
from web.shared.addresses import Addresses
from web.shared.context import Context
from web.shared.ports import Parts
from web.shared.settings import Settings
from web.voice.box import BoxNews

Later = Callable[[Callable[[], object]], object]
"""Takes what is to be done when the companion stops, last first."""


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """What `companion run` was asked for."""

    home: Path
    camera: str = "auto"
    buttons: str | None = None  # as `open_panels` takes them; None: gpio on a Pi, else mock
    host: str = ""  # all addresses
    port: int = 0  # any free one
    tls_port: int | None = None  # 0: none; None: as `SecurePort` has it
    backup: Path | None = None  # a second folder for copies, as on a stick
    log: Callable[[], str] = str  # what was logged lately
    seed: int | None = None  # of the simulated table; None: another one at every start

    @property
    def panels(self) -> str:
        """The kind of buttons."""
        return self.buttons or usual_buttons()


class Companion:
    """The whole appliance, from the camera to the pages; running once it is made.

    Args:
        options: what was asked for.
        take_back: stops this companion, takes a copy back and starts anew; None: nobody can.

    Raises:
        CompanionError: a part cannot be had: the folder, the camera, the port.
    """

    _table: Table

    def __init__(
        self, options: Options, *, take_back: Callable[[Path], None] | None = None
    ) -> None:
        self._take_back = take_back
        self._told: tuple[str, ...] = ()
        with ExitStack() as parts:  # a part that cannot be had closes those that could
            self._build(options, parts.callback)
            self._parts = parts.pop_all()

    def stop(self) -> None:
        """Refuse commands, end all streams, stop the server, close the journal."""
        self._parts.close()

    @property
    def addresses(self) -> tuple[str, ...]:
        """What phones may type now, best first."""
        return self._addresses()

    def has_moved(self) -> bool:
        """Look whether its addresses have changed since the last look; then the pages say so."""
        self._secure.look()
        before, self._told = self._told, self.addresses
        if before and before != self._told:
            self._table.refresh()
        return bool(before) and before != self._told

    @property
    def camera_words(self) -> str:
        """Which camera it is, in words."""
        if self._eye.is_drawn:
            return f"none: the simulated table stands in ({self.addresses[0]}/simulated)"
        return self._camera.name

    @property
    def pin(self) -> str | None:
        """The banker's PIN, until the first banker is in."""
        return self._context.pin.shown

    @property
    def lost(self) -> Sequence[CompanionError]:
        """Which of the pages' files could not be read."""
        return self._context.lost

    @property
    def _context(self) -> Context:
        context: Context = self._app.extensions["companion"]
        return context

    def _build(self, options: Options, later: Later) -> None:
        tune_process()
        panels = _panels(options, later)
        self.port = port = options.port or free_port(options.host)
        self._addresses = Addresses(options.host, port)
        self._secure = SecurePort(options.home, options.tls_port, port, self._addresses)
        self._table = table = _table(options.home, later)
        self.copies = _copies(options, table, later)
        tags = SetReader(keyrings := Keyrings(options.home), lambda: _edition_on(table))
        simulated = _simulated(options, tags)
        watcher = self._eyes(options, table, tags, simulated, later)
        hands = _hands(table, panels, later)
        lookout = _lookout(table, watcher, keyrings)
        loudspeaker = Loudspeaker(TONES)
        watchdog = self._watchdog(table, watcher, lookout, loudspeaker, (panels.age, hands.age))
        rooms = self._checks(options, table, watcher, panels, keyrings)
        checks = (watchdog.checks, loudspeaker.checks, *rooms)
        upkeep = self._upkeep(options, panels, loudspeaker)
        parts = Parts(
            editions=Shelf(options.home),
            buttons=panels if self._are_drawn(options) else None,  # others are pressed by hand
            rhythms=RHYTHMS,
            heard=hands.heard,
            panels=panels,
            wiring=partial(wiring, options.home),
            button_seats=panels.seats,
            simulation=simulated,
            eye=self._eye,
            teacher=self._teacher,
            sight=TableSight(self._camera, watcher, options.home, _first_look(table, keyrings)),
            phone_eye=self._phone,
            photographs=self._photographs(table, keyrings),
            tags=keyrings,
            press=PrintPress(options.home, keyrings),
            copies=self.copies,
            take_back=self._take_back,
            checks=checks,
            diagnose=_diagnostics(options, checks).file,
            secure=self._secure,
            sees=lambda: self._eye.sees,
            upkeep=upkeep,
            can_speak=lambda: bool(programs()),
            still=lambda: watchdog.still,
        )
        self._app = create_app(table, self._settings(options), parts)
        hands.repeat, panels.pairing.tell = self._say_again, table.refresh
        loudspeaker.news = BoxNews(self._context).since
        for part in (*self._ports(options), watcher, lookout, loudspeaker, watchdog, upkeep):
            part.start()
            later(part.stop)

    def _ports(self, options: Options) -> tuple[Server, SecurePort]:
        """Return what serves the pages, and what has it serve them over TLS as well."""
        server = Server(self._app, options.host or "0.0.0.0", self.port)  # noqa: S104 — phones are to reach it
        return server, self._secure.on(server)

    def _say_again(self, _seat: Seat) -> bool:
        """Have the last announcement said once more; return whether anybody speaks."""
        if self._context.voice.now.is_heard:
            self._table.repeat()
        return self._context.voice.now.is_heard

    def _eyes(
        self,
        options: Options,
        table: Table,
        tags: SetReader,
        simulated: SimulatedTable,
        later: Later,
    ) -> Watcher:
        """Open the camera and return who watches it."""
        usable(options.home)  # before anybody waits for dice: it may take seconds
        reader = NetReader()
        self._teacher = Teacher((options.home / TAUGHT).parent, reader.teach, table.refresh)
        witness = TableWitness(table, teacher=self._teacher, keeps=self._keeps)
        self._phone = PhoneEye()
        given = (options.home, options.camera, simulated, table.refresh)
        self._eye = EyeChoice(*given, phone=self._phone)
        self._camera = self._eye.open(
            lambda said, why: witness.camera(said, ok=why is None, trouble=why)
        )
        later(self._camera.close)
        witness.camera(self._camera.name if self._eye.looks else "", ok=True)
        watcher = Watcher(
            self._camera,
            witness=witness,
            dice=reader,
            tags=tags,
            dice_expected=lambda: dice_due(table.view.state),
            speed_expected=lambda: speed_due(table.view),
            third=self._teacher.faces,
            drawn=drawn_before(options.home, self._camera.name),
            known=partial(drawn_before, options.home),
            changes=lambda: self._camera.changes,
        )
        self._phone.busy, table.lag = lambda: watcher.busy, self._phone.lag
        self._eye.watched(lambda: watcher.looked)
        return watcher

    def _checks(
        self, options: Options, table: Table, watcher: Watcher, panels: Panels, keyrings: Keyrings
    ) -> Sequence[Checks]:
        """Return what the doctor asks of the rooms."""

        def seen() -> Sequence[Check]:
            return watched_checks(
                self._camera, lambda: watcher.latest, watcher.field, lambda: watcher.looked
            )

        return (
            seen,
            partial(phone_checks, self._phone),
            partial(panel_checks, panels, options.panels, SEATS),
            partial(taught_checks, options.home / TAUGHT),
            runtime_checks,
            decoder_checks,
            keyrings.checks,
            partial(accuracy_checks, table.readings),
            partial(copy_checks, self.copies),
            self._secure.checks,
            partial(lasting_checks, options.home, options.panels, self.port, self._addresses),
        )

    def _photographs(self, table: Table, keyrings: Keyrings) -> Photographs:
        """Return who reads photographs, with readers of its own: the camera's are the watcher's."""
        tags = SetReader(keyrings, lambda: _edition_on(table))
        return Photographs(table, NetReader(), tags.read, self._teacher.faces, self._keeps)

    def _upkeep(self, options: Options, panels: Panels, loudspeaker: Loudspeaker) -> Upkeep:
        """Return who looks in play at what may become bad."""
        looks = partial(checks_in_play, options.home, options.panels, panels, loudspeaker)
        return Upkeep(looks, self._nudge)

    def _keeps(self) -> bool:
        """Return whether pictures are kept; before there are pages there are none to keep."""
        return self._context.manners.pictures

    def _nudge(self) -> None:
        """Let all pages look anew."""
        self._context.streams.nudge()

    @staticmethod
    def _are_drawn(options: Options) -> bool:
        """Return whether buttons are pressed on a page."""
        return "mock" in options.panels.split(",")

    def _watchdog(
        self,
        table: Table,
        watcher: Watcher,
        lookout: Lookout,
        loudspeaker: Loudspeaker,
        pressed: Sequence[Age],
    ) -> Watchdog:
        """Return who looks whether the parts go on; *pressed*: those of buttons and lamps."""

        def tell(still: Sequence[str]) -> None:
            if "watcher" in still:
                watcher.stands_still()
            self._nudge()

        ages = {"watcher": watcher.age, "lookout": lookout.age, "voice": loudspeaker.age}
        ages |= {"writer": table.age, "buttons": lambda: max(age() for age in pressed)}
        return Watchdog(ages, tell)

    def _settings(self, options: Options) -> Settings:
        return Settings(
            home=options.home,
            addresses=self._addresses,
            names=own_names(),
            build=version("monopoly-companion"),
        )


def _table(home: Path, later: Later) -> Table:
    """Begin the live game, with what the copies of its home know."""
    note_from_copies(home)
    table = Table(home, clock=SystemClock())
    table.start()
    later(table.stop)
    return table


def _lookout(table: Table, watcher: Watcher, keyrings: Keyrings) -> Lookout:
    """Return who looks at the whole table while deeds are laid out."""

    def wanted() -> PileLook | None:
        check = table.view.check
        return check.look if check is not None else None

    return Lookout(
        lambda: watcher.latest,
        lambda: watcher.field.layout.symbol,
        SetReader(keyrings, lambda: _edition_on(table)),
        wanted=wanted,
        tell=table.laid,
    )


def _simulated(options: Options, tags: SetReader) -> SimulatedTable:
    """Return the simulated table, with the deeds of the set on the table."""
    seed = secrets.randbelow(1 << 32) if options.seed is None else options.seed
    return SimulatedTable(seed, keyring=lambda: tags.keyring)


def _first_look(table: Table, keyrings: Keyrings) -> FirstLook:
    """Return what looks once where a camera is tried."""
    return FirstLook(NetReader(), SetReader(keyrings, lambda: _edition_on(table)))


def _copies(options: Options, table: Table, later: Later) -> Keeper:
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


def _diagnostics(options: Options, checks: Sequence[Checks]) -> Diagnostics:
    """Return what makes the one file that is handed in with a question."""
    home, log = options.home, options.log
    given = {"camera": options.camera, "buttons": options.panels}
    return Diagnostics(home, lambda: [c for one in checks for c in one()], log, options=given)


def _edition_on(table: Table) -> str | None:
    """Return which edition is being played."""
    state = table.view.state
    return state.edition.id if state is not None else None


def _panels(options: Options, later: Later) -> Panels:
    """Open them before any thread begins: lgpio's import changes folders (`hardware.gpio`)."""
    panels = open_panels(options.panels, SEATS, options.home)
    later(panels.close)
    return panels


def _hands(table: Table, panels: Panels, later: Later) -> Hands:
    """Connect buttons and lamps with the table."""
    hands = Hands(table, panels, SEATS)
    panels.on_press, panels.on_end = hands.pressed, hands.ended
    hands.start()
    later(hands.stop)
    return hands
