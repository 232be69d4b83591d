"""A camera for the dice and one for the deeds: the whole companion, changed in mid-game."""

import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from companion.backups.manifest import belonging
from companion.compose import Companion
from companion.journal.swap import DEEDS_EYE
from companion.parts import Options
from companion.vision.frame import Pixels
from hardware.simulated.table import SimulatedTable
from tests.end_to_end.appliance import wait_for
from tests.end_to_end.test_which_eye import LOST, Evening, evening
from tests.support.network_camera import Stream

DEEDS = "/banker/eye/deeds"
UNSEEN = "The camera for the deeds sees nothing now. Use the phones instead."
QUIET_S = 2.5
ST_CHARLES, BALTIC = 7, 2
"""Numbers of deeds, in board order."""


@pytest.fixture
def stream() -> Iterator[Stream]:
    server = Stream()
    yield server
    server.does = "down"
    server.shutdown()
    server.server_close()


class Table:
    """A drawn table, of which a camera in the network sees the scan field."""

    def __init__(self, at: Evening, stream: Stream) -> None:
        self.at, self.stream = at, stream
        simulation = at.context.parts.simulation
        assert isinstance(simulation, SimulatedTable)
        self.simulation = simulation
        wait_for("some looks", lambda: at.looked() > 12)

    def field(self) -> Pixels:
        """Return the scan field as it looks now."""
        scan = self.at.context.parts.sight.layout.scan
        assert scan is not None
        found: Pixels = scan.cut(self.simulation.seen(time.monotonic())).copy()
        return found

    def chosen(self, eye: str = "", address: str = "") -> str:
        answer = self.at.banker.post(DEEDS, {"eye": eye, "address": address})
        assert answer.status == 303
        wait_for("the try to end", lambda: "is being tried" not in self.at.page(DEEDS))
        return self.at.page(DEEDS)

    def choose_the_stream(self) -> str:
        self.stream.picture = self.field()
        return self.chosen(address=f"http://127.0.0.1:{self.stream.server_port}/deeds")

    def throws(self, first: int, second: int) -> None:
        """Throw, and wait until the deed of the space is on offer."""
        chosen = {"dice-0": first, "dice-1": second}
        assert self.at.banker.post("/simulated/throw", chosen).status == 303
        wait_for("an offer", lambda: self.offered)

    @property
    def offered(self) -> object:
        return self.at.banker.game()["state"]["purchase"]

    def lays(self, deed: int) -> None:
        """Lay a deed on the drawn table, where the camera of the dice would see it, too."""
        assert self.at.banker.post("/simulated/deed", {"number": deed}).status == 303
        time.sleep(QUIET_S)

    def shows(self) -> None:
        """Have the camera of the deeds see what lies there."""
        self.stream.picture = self.field()
        wait_for("the deed to be bought", lambda: self.offered is None)

    def lies(self) -> list[int]:
        return [deed.number for deed in self.at.context.view.lying]


def test_deeds_are_bought_by_their_own_camera_and_dice_read_by_the_other(
    tmp_path: Path, stream: Stream
) -> None:
    with evening(tmp_path) as at:
        table = Table(at, stream)
        assert "Now: The eye for the dice" in at.page(DEEDS)
        html = table.choose_the_stream()
        assert "Now: A camera in the network" in html
        assert "It sees no deed. To try, lay one there." in html
        assert at.banker.get(f"{DEEDS}/picture.jpg").body.startswith(b"\xff\xd8")
        table.throws(5, 6)
        table.lays(ST_CHARLES)
        assert table.offered  # who sees the dice leaves the deeds alone
        table.shows()
        assert table.lies() == [ST_CHARLES]
        assert {c.name for look in at.context.parts.checks for c in look()} >= {"deeds camera"}
        table.throws(1, 2)
        assert "Now: The eye for the dice" in table.chosen("none")
        wait_for("nothing to lie there", lambda: table.lies() == [])
        table.lays(BALTIC)
        wait_for("the deed to be bought", lambda: table.offered is None)
        assert table.lies() == [BALTIC, ST_CHARLES]


def test_while_their_camera_is_away_deeds_are_bought_on_phones_and_dice_are_read(
    tmp_path: Path, stream: Stream
) -> None:
    with evening(tmp_path) as at:
        table = Table(at, stream)
        table.choose_the_stream()
        stream.does = "down"
        wait_for("the word", lambda: UNSEEN in at.page("/banker"))
        assert UNSEEN in at.page("/table")
        assert LOST not in at.page("/banker") + at.page("/table") + at.page("/seat")
        at.throws(0, 5, 6, 11)
        stream.does = "well"
        wait_for("an end to it", lambda: UNSEEN not in at.page("/banker"))
        table.throws(1, 2)
        table.lays(BALTIC)
        table.shows()


def test_what_sees_the_deeds_is_kept_and_one_camera_is_never_for_both(
    tmp_path: Path, stream: Stream
) -> None:
    address = f"http://127.0.0.1:{stream.server_port}/video"
    with evening(tmp_path) as at:
        table = Table(at, stream)
        table.chosen(address=address)
        refused = at.banker.post("/banker/eye", {"address": address})
        assert refused.status == 409
        assert "The other eye looks through this camera." in unescape(refused.body.decode())
        assert at.phones[1].get(DEEDS).status == 403
        assert at.phones[1].post(DEEDS, {"eye": "none"}).status == 403
    assert (tmp_path / DEEDS_EYE).stat().st_mode & 0o077 == 0
    assert DEEDS_EYE not in set(belonging(tmp_path, pictures=True))
    options = Options(home=tmp_path, camera="auto", buttons="mock", host="127.0.0.1", seed=4)
    companion = Companion(options)
    try:
        context = companion._app.extensions["companion"]
        assert context.parts.deeds_eye.looks
        assert not context.parts.eye.trouble
        wait_for("a picture", lambda: context.parts.deeds_sight.size)
    finally:
        companion.stop()


def test_a_check_of_the_table_looks_through_the_camera_for_the_deeds(
    tmp_path: Path, stream: Stream
) -> None:
    with evening(tmp_path) as at:
        table = Table(at, stream)
        table.choose_the_stream()
        assert at.banker.post("/check/begin", {"how": "together"}).status == 303
        table.lays(ST_CHARLES)

        def seen() -> list[object]:
            return list(at.context.view.check.lying)

        assert seen() == []  # who sees the dice would have seen it
        stream.picture = table.field()
        wait_for("the deed to be seen", lambda: seen() == [ST_CHARLES])
