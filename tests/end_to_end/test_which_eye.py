"""Which eye? The whole companion, whose camera the banker changes in the middle of a game."""

import io
import logging
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from companion.backups.manifest import belonging
from companion.compose import Companion
from companion.examination import examine
from companion.journal.swap import EYE
from companion.parts import Options
from hardware.simulated.table import SimulatedTable
from tests.end_to_end.appliance import Appliance, wait_for
from tests.end_to_end.party import begin, joined
from tests.end_to_end.phone import Phone
from tests.support.chromium import chromium
from tests.support.devices import PATIENCE_MS
from tests.support.network_camera import Stream
from tests.support.rtsp_server import RtspCamera

HERE, SECRET = "/banker/eye", "geheim99"
LOST = "The camera sees no dice now."
TYPED = "Dice are typed."


class Evening:
    """A companion with three people at it, the first of them the banker."""

    def __init__(self, companion: Companion) -> None:
        self.companion = companion
        self.phones = joined(companion)
        begin(self.phones)
        self.banker = self.phones[0]

    @property
    def context(self) -> Any:
        return self.companion._app.extensions["companion"]

    def page(self, path: str = HERE) -> str:
        return unescape(self.banker.get(path).body.decode())

    def chooses(self, eye: str = "", *, address: str = "") -> str:
        """Choose by pressing, and return the page when it was tried."""
        answer = self.banker.post(HERE, {"eye": eye, "address": address})
        assert answer.status == 303, unescape(answer.body.decode())
        wait_for("the try to end", lambda: "is being tried" not in self.page())
        return self.page()

    def seen(self, *, ok: bool = True) -> None:
        """Wait until the table knows a camera that is well, or lost."""

        def is_so() -> bool:
            camera = self.context.view.camera
            return camera is not None and camera.ok is ok

        wait_for(f"a camera: {ok}", is_so)

    def throws(self, seat: int, first: int, second: int, at: int) -> None:
        """Throw on the simulated table, and wait until it is booked."""
        chosen = {"dice-0": first, "dice-1": second}
        assert self.banker.post("/simulated/throw", chosen).status == 303
        self.stands(seat, at)

    def types(self, seat: int, first: int, second: int, at: int) -> None:
        assert self.phones[seat].command("roll", dice=[first, second]).status == 200
        self.stands(seat, at)

    def stands(self, seat: int, at: int) -> None:
        def is_there() -> bool:
            game = self.banker.game()
            assert game["doubt"] is None, game["doubt"]["remark"]
            return bool(game["state"]["players"][seat]["at"] == at)

        wait_for(f"seat {seat} at {at}", is_there)
        purchase = self.banker.game()["state"]["purchase"]
        if purchase:
            assert self.phones[purchase["seat"]].command("buy").status == 200

    def confirms(self, seat: int, first: int, second: int, at: int) -> None:
        """Wait for a throw, and say yes where it is asked: the outline of a die is a little
        uncertain in pictures that were compressed."""

        def is_there() -> bool:
            game = self.banker.game()
            doubt = game["doubt"]
            if doubt is not None:
                dice = [die["faces"][0] for die in doubt["dice"]]
                assert sorted(dice) == sorted((first, second))
                self.banker.command("answer-doubt", doubt=doubt["id"], dice=dice)
            return bool(game["state"]["players"][seat]["at"] == at)

        wait_for(f"seat {seat} at {at}", is_there)
        self.stands(seat, at)

    def looked(self) -> int:
        return self.companion._eye._change.looked()

    def looks(self) -> None:
        """Wait for as many looks as it takes to know what lies there: that is no throw."""
        before = self.looked()
        wait_for("some looks", lambda: self.looked() > before + 12)


@contextmanager
def evening(home: Path, camera: str = "auto") -> Iterator[Evening]:
    options = Options(home=home, camera=camera, buttons="mock", host="127.0.0.1", seed=4)
    companion = Companion(options)
    try:
        yield Evening(companion)
    finally:
        companion.stop()


@pytest.fixture
def stream() -> Iterator[Stream]:
    with Stream() as server:
        yield server


@contextmanager
def filming(table: SimulatedTable, camera: RtspCamera) -> Iterator[None]:
    """Show what happens on a drawn table to a camera."""
    drawn, is_over = table.camera(rate=12.0), threading.Event()

    def film() -> None:
        while not is_over.is_set():
            camera.picture = drawn.read().pixels

    filmer = threading.Thread(target=film, daemon=True)
    filmer.start()
    try:
        yield
    finally:
        is_over.set()
        filmer.join()


@pytest.fixture
def mat() -> np.ndarray:
    """A picture of the mat with dice in the tray."""
    table = SimulatedTable(4)
    table.throw(2, show=(5, 6))
    camera = table.camera(rate=1000.0)
    wait_for("the dice to lie", lambda: table.lies.at_rest)
    return camera.read().pixels


def test_from_drawn_dice_to_typed_ones_and_back_in_the_middle_of_a_game(tmp_path: Path) -> None:
    with evening(tmp_path) as at:
        at.looks()
        at.throws(0, 5, 6, 11)
        html = at.chooses("none")
        assert "Now: No eye" in html
        assert TYPED in html
        assert at.banker.get("/simulated").status == 302
        assert at.banker.post("/simulated/throw", {}).status == 404
        wait_for("no camera", lambda: at.context.view.camera is None)
        for path in ("/seat", "/banker", "/table"):
            assert LOST not in at.page(path)
        assert TYPED in at.page("/table")
        assert '<details id="type-dice" open>' in unescape(at.phones[1].get("/seat").body.decode())
        assert "Simulated table" not in at.page("/table")
        at.types(1, 1, 2, 3)
        assert "Now: The simulated table" in at.chooses("sim")
        at.seen()
        assert at.banker.get("/simulated").status == 200
        at.looks()
        assert at.banker.game()["state"]["players"][2]["at"] == 0  # what lay there was no throw
        at.throws(2, 2, 4, 6)


def test_a_first_look_tells_height_dice_and_deeds(tmp_path: Path) -> None:
    with evening(tmp_path, "sim") as at:
        at.looks()
        wait_for("no dice", lambda: "It sees no dice in the tray." in at.page())
        at.throws(0, 5, 6, 11)
        assert at.banker.post("/simulated/deed", {"number": 1, "side": "front"}).status == 303
        told = ("cm above the mat.", "In the tray it sees: 5, 6.", "so many deeds: 1.")
        wait_for("all of it", lambda: all(words in at.page() for words in told))


def test_a_throw_that_tumbles_while_the_eye_is_changed_holds_nobody_up(tmp_path: Path) -> None:
    with evening(tmp_path) as at:
        at.looks()
        assert at.banker.post("/simulated/throw", {}).status == 303
        wait_for("a motion", lambda: at.context.view.motion is not None)
        assert at.banker.post(HERE, {"eye": "none"}).status == 303
        wait_for("calm", lambda: at.context.view.motion is None)
        wait_for("no camera", lambda: at.context.view.camera is None)
        assert at.banker.game()["state"]["players"][0]["at"] == 0
        at.types(0, 5, 6, 11)


def test_the_page_shows_what_comes_of_a_press_by_itself(tmp_path: Path) -> None:
    """And the simulated table's page is there, gone, and there again, in the middle of a game."""
    expect.set_options(timeout=PATIENCE_MS)
    with evening(tmp_path) as at, chromium() as browser:
        context = browser.new_context(viewport={"width": 390, "height": 844})
        home = f"http://127.0.0.1:{at.companion.port}"
        name, value = at.banker.cookie.split("=", 1)
        context.add_cookies([{"name": name, "value": value, "url": home}])
        page, table = context.new_page(), context.new_page()
        hands = browser.new_context().new_page()  # another phone
        page.goto(home + HERE)
        hands.goto(f"{home}/simulated")
        table.goto(f"{home}/table")
        drawn = table.get_by_role("link", name="Simulated table")
        for eye, now in (("No eye", "No eye"), ("The simulated table", "The simulated table")):
            is_drawn = now != "No eye"
            page.get_by_role("button", name=eye).click()
            expect(page.get_by_role("heading", name=f"Now: {now}")).to_be_visible()
            expect(page.locator("#seen-camera img")).to_have_count(int(is_drawn))
            expect(drawn).to_have_count(int(is_drawn))
            expect(table.get_by_text(TYPED)).to_have_count(int(not is_drawn))
            if not is_drawn:  # whoever looked at its page is led to the table
                expect(hands).to_have_url(f"{home}/table")
        page.get_by_label("The address of a camera").fill("http://127.0.0.1:9/video")
        page.get_by_role("button", name="Try this address").click()
        expect(page.get_by_role("alert")).to_contain_text("All is as before.")
        expect(page.locator("#seen-camera img")).to_be_visible()


def test_a_camera_in_the_network_is_looked_through_and_what_it_sees_is_shown(
    tmp_path: Path, stream: Stream, mat: np.ndarray
) -> None:
    stream.picture = mat
    with evening(tmp_path) as at:
        html = at.chooses(
            address=f"http://anna:{SECRET}@127.0.0.1:{stream.server_port}/v?p={SECRET}"
        )
        assert "Now: A camera in the network" in html
        assert f"http://127.0.0.1:{stream.server_port}/v" in html
        assert "In the tray it sees: 5, 6." in html
        assert "cm above the mat" in html
        assert "It sees no deed in the scan field" in html
        at.seen()
        assert at.banker.get("/banker/camera/picture.jpg").body.startswith(b"\xff\xd8")
        stream.does = "down"
        at.seen(ok=False)
        assert LOST in at.page("/banker")
        stream.does = "well"
        at.seen()


def test_a_camera_that_speaks_rtsp_sees_a_throw_breaks_off_and_is_found_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    elsewhere = SimulatedTable(4)
    with evening(tmp_path) as at, RtspCamera("anna", SECRET) as camera, filming(elsewhere, camera):
        pages = [at.chooses(address=camera.address.replace(SECRET, "wrong"))]
        assert "is not used. All is as before. No picture comes from this address." in pages[0]
        pages.append(at.chooses(address=camera.address))
        assert "Now: A camera in the network" in pages[-1]
        at.seen()
        at.looks()
        elsewhere.throw(2, show=(5, 6))
        at.confirms(0, 5, 6, 11)
        for fault in ("hangs", "babbles", "down"):
            camera.does = fault
            at.seen(ok=False)
            pages += [at.page(path) for path in (HERE, "/banker", "/table", "/doctor")]
            camera.does = "well"
            at.seen()
        at.looks()
        elsewhere.throw(2, show=(1, 2))
        at.confirms(1, 1, 2, 3)
        said = "".join((*pages, at.page("/doctor"), at.page(), caplog.text))
        assert camera.address.rpartition("@")[2] in said
        assert SECRET not in said


def test_a_password_stands_nowhere_but_in_the_file_of_its_owner(
    tmp_path: Path, stream: Stream, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with evening(tmp_path) as at:
        address = f"http://anna:{SECRET}@127.0.0.1:{stream.server_port}/video"
        pages = [at.chooses(address=address)]
        stream.does = "down"
        at.seen(ok=False)
        pages += [at.page(path) for path in (HERE, "/banker", "/table", "/doctor", "/api/game")]
        pages.append(at.chooses(address=f"rtsp://anna:{SECRET}@127.0.0.1:9/live"))
        assert "is not used. All is as before." in pages[-1]
        file = at.banker.get("/doctor/diagnostics.zip").body
        with zipfile.ZipFile(io.BytesIO(file)) as pack:
            pages += [pack.read(name).decode() for name in pack.namelist()]
        pages.append(caplog.text)
        assert [page for page in pages if SECRET in page] == []
        kept = tmp_path / EYE
        assert SECRET in kept.read_text()
        assert kept.stat().st_mode & 0o077 == 0
        assert EYE not in set(belonging(tmp_path, pictures=True))
        holding = [
            p for p in tmp_path.rglob("*") if p.is_file() and SECRET.encode() in p.read_bytes()
        ]
        assert holding == [kept]


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("file:/etc/passwd", "This is no address of a camera."),
        ("dir:/", "This is no address of a camera."),
        ("concat:http://a/|file:/etc/passwd", "This is no address of a camera."),
        ("http://camera/ x", "This is no address of a camera."),
    ],
)
def test_what_is_no_address_of_a_camera_is_refused(tmp_path: Path, address: str, why: str) -> None:
    with evening(tmp_path) as at:
        answer = at.banker.post(HERE, {"address": address})
        assert answer.status == 409
        assert why in unescape(answer.body.decode())
        assert not (tmp_path / EYE).exists()


def test_a_source_that_no_page_offers_is_refused(tmp_path: Path) -> None:
    with evening(tmp_path) as at:
        for eye in ("file:/etc/passwd", "dir:/", "usb:97", "auto", ""):
            assert at.banker.post(HERE, {"eye": eye}).status == 409
        assert at.phones[1].post(HERE, {"eye": "none"}).status == 403


def test_an_address_that_hangs_holds_nobody_up(tmp_path: Path, stream: Stream) -> None:
    stream.does = "hangs"
    with evening(tmp_path) as at:
        at.looks()
        address = f"http://127.0.0.1:{stream.server_port}/video"
        assert at.banker.post(HERE, {"address": address}).status == 303
        assert "is being tried" in at.page()
        second = at.banker.post(HERE, {"eye": "none"})
        assert second.status == 409
        assert "Another one is just being tried." in unescape(second.body.decode())
        at.throws(0, 5, 6, 11)  # the old one goes on seeing
        wait_for("the end of it", lambda: "is not used. All is as before." in at.page())
        at.throws(1, 1, 2, 3)


def test_the_choice_is_kept_over_a_kill_and_a_given_camera_wins(tmp_path: Path) -> None:
    companion = Appliance(tmp_path)
    phone = Phone(companion.port)
    assert phone.post("/banker/pin", {"pin": companion.pin}).status == 303
    assert phone.post(HERE, {"eye": "photographs"}).status == 303
    wait_for("the file", (tmp_path / EYE).exists)
    companion.kill()
    for given, title in (
        ((), "Now: Photographs only"),
        (("--camera", "none"), "Now: No eye"),
        ((), "Now: Photographs only"),
    ):
        companion = Appliance(tmp_path, *given)
        phone.port = companion.port
        assert title in unescape(phone.get(HERE).body.decode())
        assert companion.stop() == 130


def test_a_kept_eye_that_is_not_there_stops_no_start(tmp_path: Path, stream: Stream) -> None:
    address = f"http://127.0.0.1:{stream.server_port}/video"
    (tmp_path / EYE).write_text(f'{{"source": "{address}"}}')
    stream.does = "down"
    checks = examine(tmp_path, "auto")
    assert next(check for check in checks if check.name == "camera").code == "camera-fails"
    with evening(tmp_path) as at:
        at.seen(ok=False)
        assert LOST in at.page("/banker")
        assert "No picture comes from this address." in at.page()
        assert "camera-lost" in {c.code for look in at.context.parts.checks for c in look()}
        at.types(0, 5, 6, 11)
        stream.does = "well"
        at.seen()
        stream.does = "down"
        at.seen(ok=False)
        at.chooses("none")
        at.types(1, 1, 2, 3)
        assert address in at.page()  # to go back to


@pytest.mark.parametrize("content", ["", "{", '{"source": 5}', "\x00\xff", "[]"])
def test_a_damaged_file_is_noted_and_left_alone(
    tmp_path: Path, content: str, caplog: pytest.LogCaptureFixture
) -> None:
    kept = tmp_path / EYE
    kept.write_text(content)
    with evening(tmp_path) as at:
        assert "Now: The simulated table" in at.page()
        assert kept.read_text() == content
        assert EYE in caplog.text
        at.chooses("none")
        assert '"none"' in kept.read_text()


def test_what_a_command_line_named_is_gone_back_to_and_not_kept(
    tmp_path: Path, mat: np.ndarray
) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    cv2.imwrite(str(photos / "a.png"), mat)
    home = tmp_path / "home"
    with evening(home, f"dir:{photos}?loop=1") as at:
        at.seen()
        assert "What the companion was started with" in at.page()
        at.chooses("none")
        html = at.chooses("given")
        assert "Now: What the companion was started with" in html
        at.seen()
        assert str(photos) not in (home / EYE).read_text()
