"""Puts the parts together; the one module that knows every room."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from importlib.metadata import version
from pathlib import Path

from cards_qr.checks import decoder_checks
from cards_qr.keyrings import Keyrings
from cards_qr.printing.order import PrintPress
from cards_qr.set_reader import SetReader
from companion.backups.checks import copy_checks
from companion.deeds_eye import DeedsEye
from companion.doctor import Check, Checks
from companion.errors import CompanionError
from companion.examination import SEATS, TAUGHT, checks_in_play, lasting_checks
from companion.eye import EyeChoice
from companion.machine.machine import Machine
from companion.machine.storage import forgotten
from companion.parts import (
    Later,
    Options,
    begun_copies,
    begun_hands,
    begun_table,
    diagnostics_of,
    edition_on,
    first_look_of,
    lookout_of,
    open_buttons,
    photographs_of,
    simulated_table,
    start_all,
)
from companion.sayings.announcements import TONES
from companion.secure_port import SecurePort, own_names
from companion.shelf import Shelf
from companion.shipping.checks import club_checks
from companion.shipping.order_taker import OrderTaker
from companion.shipping.shipper import Shipper
from companion.table.dice.accuracy import accuracy_checks
from companion.table.dice.eyes import dice_due, speed_due
from companion.table.table import Table
from companion.table.witness import TableWitness
from companion.teaching.checks import taught_checks
from companion.teaching.course import Teacher
from companion.vision.checks import runtime_checks
from companion.vision.dice import NetReader
from companion.vision.emblem_reader import EmblemReader
from companion.vision.runtime_trial import usable
from companion.words import Seat
from hardware.camera_view import TableSight, drawn_before
from hardware.cameras.phone import PhoneEye
from hardware.checks import panel_checks, phone_checks, watched_checks
from hardware.first_look import FirstLook
from hardware.looking import Looking
from hardware.loop import Loop
from hardware.loudspeaker import Loudspeaker
from hardware.panel import Panels
from hardware.patterns import RHYTHMS
from hardware.playing import programs
from hardware.scan_reader import ToldTags
from hardware.simulated.table import SimulatedTable
from hardware.upkeep import Upkeep
from hardware.watchdog import Age, Watchdog
from hardware.watcher import Watcher
from hardware.wiring import wiring
from web import create_app
from web.server.serve import Server, bound, tune_process
from web.shared.addresses import Addresses
from web.shared.context import Context
from web.shared.ports import Parts
from web.shared.settings import Settings
from web.voice.box import BoxNews


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
        self._told_tags = ToldTags()
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
    def deeds_camera(self) -> str:
        """The camera that sees only deeds; nothing where there is none."""
        return self._deeds.camera.name if self._deeds.eye.looks else ""

    @property
    def pin(self) -> str | None:
        """The banker's PIN, until the first banker is in."""
        return self._context.pin.shown

    @property
    def lost(self) -> Sequence[CompanionError]:
        """What is lost or will be, as the pages say it too."""
        return self._context.lost

    @property
    def _context(self) -> Context:
        context: Context = self._app.extensions["companion"]
        return context

    def _build(self, options: Options, later: Later) -> None:
        tune_process()
        panels = open_buttons(options, later)
        self._be_reached(options, later)
        self._table = table = begun_table(options.home, later)
        self._be_kept(options, table, later)
        tags = SetReader(keyrings := Keyrings(options.home), lambda: edition_on(table))
        simulated = simulated_table(options, tags)
        watcher = self._eyes(options, table, tags, simulated, later)
        hands = begun_hands(table, panels, later)
        self._deeds = deeds = self._deeds_eye(options, table, keyrings, simulated, later)
        lookout = lookout_of(table, partial(deeds.watcher_else, watcher), keyrings)
        loudspeaker = Loudspeaker(TONES)
        loops = (watcher, deeds.watcher, lookout, loudspeaker)
        watchdog = self._watchdog(table, loops, (panels.age, hands.age))
        rooms = (deeds.checks, *self._checks(options, table, watcher, panels, keyrings))
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
            deeds_eye=deeds.eye,
            teacher=self._teacher,
            sight=self._sight(options, watcher, first_look_of(table, keyrings, self._teacher)),
            deeds_sight=deeds.sight,
            phone_eye=self._phone,
            photographs=photographs_of(table, keyrings, self._teacher, self._keeps),
            tags=keyrings,
            press=PrintPress(options.home, keyrings),
            copies=self.copies,
            club=self._shipper,
            take_back=self._take_back,
            checks=checks,
            diagnose=diagnostics_of(options, checks).file,
            secure=self._secure,
            sees=lambda: self._eye.sees or deeds.eye.sees,
            upkeep=upkeep,
            can_speak=lambda: bool(programs()),
            still=lambda: watchdog.still,
        )
        self._app = create_app(table, self._settings(options), parts)
        hands.repeat, loudspeaker.news = self._say_again, BoxNews(self._context).since
        start_all((*self._ports(), *loops, watchdog, upkeep, *self._club), later)

    def _sight(self, options: Options, watcher: Watcher, look: FirstLook) -> TableSight:
        """Return what is seen of the table where the dice are thrown."""
        return TableSight(self._camera, watcher, options.home, look)

    def _be_reached(self, options: Options, later: Later) -> None:
        """Take the port, and choose that of TLS; nobody listens yet."""
        self._at = bound(options.host, options.port)
        later(self._at.close)
        self.port = int(self._at.getsockname()[1])
        self._addresses = Addresses(options.host, self.port)
        self._secure = SecurePort(options.home, options.tls_port, self.port, self._addresses)

    def _be_kept(self, options: Options, table: Table, later: Later) -> None:
        """Have games copied here, and shipped to the club of this table, if it is in one."""
        self.copies = begun_copies(options, table, later)
        self._shipper = shipper = Shipper(options.home, table, self._keeps)
        self._club = (shipper, OrderTaker(table, lambda: shipper.membership, self._addresses))

    def _ports(self) -> tuple[Server, SecurePort]:
        """Return what serves the pages, and what has it serve them over TLS as well."""
        server = Server(self._app, self._at)
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
        self._eye = EyeChoice(options.home, options.camera, simulated, self._phone, table.refresh)
        self._camera = self._eye.open(
            lambda said, why: witness.camera(said, ok=why is None, trouble=why)
        )
        later(self._camera.close)
        witness.camera(self._camera.name if self._eye.looks else "", ok=True)
        watcher = Watcher(
            self._camera,
            witness=witness,
            dice=EmblemReader(reader, lambda: self._teacher.emblems),
            tags=tags,
            dice_expected=lambda: dice_due(table.view.state),
            speed_expected=lambda: speed_due(table.view),
            third=self._teacher.dice,
            reads_cards=lambda: not self._eye.is_for_dice_alone,
            told=self._told_tags,
            drawn=drawn_before(options.home, self._camera.name),
            known=partial(drawn_before, options.home),
            changes=lambda: self._camera.changes,
        )
        self._eye.watched(lambda: watcher.looked)
        self._phone.busy, table.lag = lambda: watcher.busy, self._phone.lag
        return watcher

    def _deeds_eye(
        self,
        options: Options,
        table: Table,
        keyrings: Keyrings,
        simulated: SimulatedTable,
        later: Later,
    ) -> DeedsEye:
        """Return the eye for the deeds alone; the watcher of the dice is there by now."""
        eye = EyeChoice(
            options.home,
            options.deeds_camera,
            simulated,
            self._phone,
            table.refresh,
            beside=self._eye,
        )
        deeds = DeedsEye(eye, options.home, table, keyrings, self._told_tags, keeps=self._keeps)
        later(deeds.camera.close)
        self._eye.heed(eye)
        busy = self._phone.busy
        self._phone.busy = lambda: busy() or deeds.watcher.busy
        return deeds

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
            partial(club_checks, self._shipper),
            self._secure.checks,
            partial(
                lasting_checks,
                options.home,
                options.panels,
                self.port,
                self._addresses,
                temporary=options.temporary,
            ),
        )

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

    def _watchdog(self, table: Table, loops: Sequence[Loop], pressed: Sequence[Age]) -> Watchdog:
        """Return who looks whether the parts go on; *pressed*: those of buttons and lamps."""
        by_name = {loop.name: loop for loop in loops}

        def tell(still: Sequence[str]) -> None:
            for name in still:
                if isinstance(one := by_name.get(name), Looking):
                    one.stands_still()
            self._nudge()

        ages = {name: loop.age for name, loop in by_name.items()}
        ages |= {"writer": table.age, "buttons": lambda: max(age() for age in pressed)}
        return Watchdog(ages, tell)

    def _settings(self, options: Options) -> Settings:
        return Settings(
            home=options.home,
            forgotten=None if options.temporary else forgotten(Machine(), options.home),
            addresses=self._addresses,
            names=own_names(),
            build=version("monopoly-companion"),
        )
