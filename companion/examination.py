"""What the doctor asks of every room: of a companion that runs, and of one that does not."""

import socket
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from cards_qr.checks import decoder_checks
from cards_qr.keyrings import Keyrings
from companion.appliance.trial import ask
from companion.backups.checks import kept_copy_checks
from companion.certificates.checks import kept_certificate_checks
from companion.doctor import Check
from companion.eye import chosen_source
from companion.files import make_folder
from companion.journal.checks import home_checks, room_checks
from companion.machine.checks import machine_checks, pressing_checks
from companion.machine.machine import Machine
from companion.machine.storage import restart_checks
from companion.shipping.checks import kept_club_checks
from companion.table.dice.accuracy import accuracy_checks
from companion.table.dice.readings import FILE, KeptReadings
from companion.teaching import taught_file
from companion.teaching.checks import taught_checks
from companion.vision.checks import reader_checks, runtime_checks
from companion.vision.dice import NetReader
from companion.vision.runtime_trial import usable
from companion.words import Seat
from hardware.camera_view import drawn_before
from hardware.checks import (
    button_checks,
    camera_checks,
    deeds_checks,
    panel_checks,
    press_checks,
)
from hardware.loudspeaker import Loudspeaker
from hardware.panel import Panels, usual_buttons
from hardware.presses import Trace
from hardware.simulated.table import SimulatedTable
from web.doctor.network import network_checks, sticker_checks
from web.shared.addresses import LOCAL, Addresses

SEATS = 8
"""Panels that are set up; a game may have fewer players."""

TAUGHT = Path("dice") / taught_file.FILE
"""In a home: what its table's dice have taught."""

EASY_PORT, OTHER_PORT = 80, 8000
"""Port 80 is shorter to type and makes a smaller code; not everybody may have it."""


def examine(
    home: Path,
    camera: str,
    *,
    buttons: str | None = None,
    press_s: float = 0.0,
    temporary: bool = False,
    tell: Callable[[Seat, Trace], object] = lambda _seat, _trace: None,
) -> Sequence[Check]:
    """Return all checks of a companion that is not running.

    Args:
        home: its folder.
        camera: what it would look through; `auto`: what was chosen on a page, if anything was.
        buttons: what kind it would have; empty: the usual ones; None: they are left alone.
        press_s: so many seconds to wait until each button has been pressed; 0: not at all.
        temporary: games may be lost at the next restart.
        tell: told each seat whose button was pressed meanwhile, and what was seen of the press.
    """
    kind = buttons or usual_buttons()
    make_folder(home)
    usable(home)
    port = likely_port()
    look = partial(press_checks, seconds=press_s, tell=tell) if press_s else button_checks
    return (
        *camera_checks(chosen_source(home, camera), SimulatedTable(), partial(drawn_before, home)),
        *deeds_checks(chosen_source(home, "auto", "deeds"), SimulatedTable()),
        *runtime_checks(),
        *reader_checks(NetReader()),
        *taught_checks(home / TAUGHT),
        *decoder_checks(),
        *Keyrings(home).checks(),
        *accuracy_checks(KeptReadings(home / FILE)),
        *(() if buttons is None else look(kind, SEATS, home)),
        *kept_copy_checks(home),
        *kept_certificate_checks(home),
        *kept_club_checks(home),
        *lasting_checks(
            home,
            "none" if buttons is None else kind,
            port,
            Addresses("", port),
            temporary=temporary,
        ),
        *_busy(port),
    )


def _busy(port: int) -> Sequence[Check]:
    """Say so where another program has port 80, and nobody of ours answers there."""
    with socket.socket() as probe:
        taken = probe.connect_ex((LOCAL, EASY_PORT)) == 0
    if port != EASY_PORT or not taken or ask() is not None:
        return ()
    return (Check("port", "warn", "port-busy", {"port": OTHER_PORT}),)


def lasting_checks(
    home: Path, buttons: str, port: int, addresses: Addresses, *, temporary: bool
) -> Sequence[Check]:
    """Look at home, machine and network, whether the companion runs or not.

    *temporary*: as `restart_checks` has it.
    """
    return (
        *restart_checks(Machine(), home, temporary=temporary),
        *home_checks(home),
        *machine_checks(Machine(), home, buttons),
        *network_checks(addresses),
        *port_checks(port),
        *sticker_checks(addresses),
    )


def checks_in_play(
    home: Path, buttons: str, panels: Panels, loudspeaker: Loudspeaker
) -> Sequence[Check]:
    """Look at what may become bad in the middle of a game: machine, buttons, the box's voice."""
    machine = (*room_checks(home), *pressing_checks(Machine(), home))
    return (*machine, *panel_checks(panels, buttons, SEATS), *loudspeaker.checks())


def port_checks(port: int) -> Sequence[Check]:
    """Say which port the pages have, and whether it has to be typed."""
    if port == EASY_PORT:
        return (Check("port", "ok", "port-easy"),)
    return (Check("port", "ok", "port-other", {"port": port}),)


def likely_port() -> int:
    """Return the port that a companion takes here, or has taken."""
    with socket.socket() as probe, socket.socket() as other:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("", EASY_PORT))
        except PermissionError:
            return OTHER_PORT
        except OSError:  # somebody has it: the companion that runs, unless that has the other
            return EASY_PORT if other.connect_ex((LOCAL, OTHER_PORT)) else OTHER_PORT
    return EASY_PORT
