"""The banker's PIN."""

import hashlib
import json
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from companion.cli import main
from companion.tries import FREE_TRIES, LONGEST_WAIT_S, wait_after
from companion.words import Seat
from tests.support.pages import ORIGIN, Living
from web.phones.pin import IF_LOST, Pin, reset
from web.phones.tried import MOST, PinWait


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


CHILD, BANKER = "192.168.1.20", "192.168.1.21"


def fail(pin: Pin, times: int, asker: str = "") -> None:
    for _try in range(times):
        assert not pin.matches("no PIN", asker)


def half_past() -> float:
    return 1800.0


def test_the_right_pin_lets_the_banker_in_and_is_shown_no_more(tmp_path: Path) -> None:
    pin = Pin(tmp_path / "pin.json")
    assert pin.shown is not None
    assert pin.matches(f" {pin.shown[:3]} {pin.shown[3:]} ")  # in groups, as one is read out
    assert pin.shown is None


def test_it_is_kept_only_as_a_hash_that_others_cannot_read(tmp_path: Path) -> None:
    pin = Pin(tmp_path / "pin.json")
    assert pin.shown is not None
    assert pin.shown not in (tmp_path / "pin.json").read_text()
    assert (tmp_path / "pin.json").stat().st_mode & 0o077 == 0


def test_the_hash_is_slow(tmp_path: Path) -> None:
    """scrypt of 16 MiB, salted: a stolen file does not give its six digits away in a moment."""
    pin = Pin(tmp_path / "pin.json").shown or ""
    kept = json.loads((tmp_path / "pin.json").read_text())
    salt = bytes.fromhex(kept["salt"])
    assert len(salt) == 16
    assert kept["digest"] == hashlib.scrypt(pin.encode(), salt=salt, n=2**14, r=8, p=1).hex()


def test_a_banker_who_is_in_keeps_the_pin_over_a_restart(tmp_path: Path) -> None:
    first = Pin(tmp_path / "pin.json")
    known = first.shown or ""
    assert first.matches(known)
    again = Pin(tmp_path / "pin.json")
    assert again.shown is None
    assert again.matches(known)


def test_after_some_wrong_tries_even_the_right_one_has_to_wait(tmp_path: Path) -> None:
    clock = Clock()
    pin = Pin(tmp_path / "pin.json", clock=clock)
    fail(pin, FREE_TRIES)
    assert pin.wait() == PinWait(2.0)
    assert not pin.matches(pin.shown or "")
    clock.now += 2.0
    assert pin.matches(pin.shown or "")


def test_a_try_that_came_too_early_costs_nothing_more(tmp_path: Path) -> None:
    clock = Clock()
    pin = Pin(tmp_path / "pin.json", clock=clock)
    fail(pin, FREE_TRIES + 5)
    assert pin.wait() == PinWait(2.0)


# ---- counted by who asks


def test_who_guesses_at_one_phone_keeps_no_banker_out_at_another(tmp_path: Path) -> None:
    pin = Pin(tmp_path / "pin.json", clock=Clock())
    known = pin.shown or ""
    fail(pin, FREE_TRIES, CHILD)
    assert pin.wait(BANKER) == PinWait()
    assert pin.matches(known, BANKER)
    assert pin.wait(CHILD) == PinWait(2.0)  # another's right one forgives not
    assert not pin.matches(known, CHILD)


def test_a_right_one_forgives_who_typed_it(tmp_path: Path) -> None:
    pin = Pin(tmp_path / "pin.json", clock=Clock())
    known = pin.shown or ""
    fail(pin, FREE_TRIES - 1, BANKER)
    assert pin.matches(known, BANKER)
    fail(pin, FREE_TRIES - 1, BANKER)
    assert pin.matches(known, BANKER)


def test_many_phones_together_have_so_many_tries_in_an_hour(tmp_path: Path) -> None:
    wall = Clock()
    wall.now = 7200.0 + 3599.0
    pin = Pin(tmp_path / "pin.json", clock=Clock(), wall=wall)
    known = pin.shown or ""
    for number in range(MOST):
        assert pin.wait(BANKER) == PinWait()
        fail(pin, 1, f"10.0.0.{number}")
    assert pin.wait(BANKER) == PinWait(1.0, of_all=True)
    assert not pin.matches(known, BANKER)
    wall.now += 1.0
    assert pin.wait(BANKER) == PinWait()
    assert pin.matches(known, BANKER)


def test_a_right_one_leaves_a_guesser_no_more_tries_in_the_hour(tmp_path: Path) -> None:
    pin = Pin(tmp_path / "pin.json", clock=Clock(), wall=half_past)
    known = pin.shown or ""
    for number in range(MOST - 1):
        fail(pin, 1, f"10.0.0.{number}")
    assert pin.matches(known, BANKER)
    fail(pin, 1, CHILD)
    assert pin.wait(BANKER) == PinWait(1800.0, of_all=True)


def test_neither_a_restart_nor_a_clock_set_back_begins_a_new_hour(tmp_path: Path) -> None:
    pin = Pin(tmp_path / "pin.json", clock=Clock(), wall=lambda: 9000.0)
    for number in range(MOST):
        fail(pin, 1, f"10.0.0.{number}")
    again = Pin(tmp_path / "pin.json", clock=Clock(), wall=half_past)
    assert again.wait(BANKER) == PinWait(1800.0, of_all=True)


def test_with_the_hour_those_are_forgotten_who_need_not_wait(tmp_path: Path) -> None:
    clock, wall = Clock(), Clock()
    pin = Pin(tmp_path / "pin.json", clock=clock, wall=wall)
    fail(pin, 1, BANKER)
    fail(pin, FREE_TRIES, CHILD)
    wall.now += 3600.0
    fail(pin, 1, "10.0.0.1")
    kept = json.loads((tmp_path / "pin.json").read_text())["wrong"]
    assert kept == {"hour": 1, "in_hour": 1, "of": {CHILD: FREE_TRIES, "10.0.0.1": 1}}


def test_a_file_of_before_tries_were_counted_by_who_asks_is_good(tmp_path: Path) -> None:
    path = tmp_path / "pin.json"
    pin = Pin(path)
    known = pin.shown or ""
    assert pin.matches(known)
    old = json.loads(path.read_text())
    del old["wrong"]
    path.write_text(json.dumps(old | {"failures": 7}))
    assert Pin(path).matches(known, BANKER)


def at(room: Living, address: str, pin: str) -> TestResponse:
    """Return what is answered to a PIN that is typed at an address."""
    there = {"REMOTE_ADDR": address}
    return room.client().post("/banker/pin", data={"pin": pin}, headers=ORIGIN, environ_base=there)


def test_the_page_tells_who_guessed_how_long_to_wait_and_nobody_else(room: Living) -> None:
    known = room.context.pin.shown or ""
    for _try in range(FREE_TRIES):
        answer = at(room, CHILD, "no PIN")
        assert answer.status_code == 403
    assert "Too many wrong tries from here." in answer.text
    assert "0:02" in answer.text
    assert at(room, CHILD, known).status_code == 429
    assert (
        "wrong tries" not in room.client().get("/banker", environ_base={"REMOTE_ADDR": BANKER}).text
    )
    assert at(room, BANKER, known).status_code == 303


def test_the_page_says_that_all_together_have_tried_too_often(room: Living) -> None:
    known = room.context.pin.shown or ""
    # Twice as many and more: a new hour of the clock may begin between them.
    answers = [at(room, f"10.0.{number}.1", "no PIN") for number in range(2 * MOST + 1)]
    assert {answer.status_code for answer in answers} == {403, 429}
    answer = at(room, BANKER, known)
    assert answer.status_code == 429
    assert "Too many wrong tries in all." in answer.text


# ---- kept


def test_a_restart_gives_no_try_back(tmp_path: Path) -> None:
    fail(Pin(tmp_path / "pin.json", clock=Clock()), FREE_TRIES)
    again = Pin(tmp_path / "pin.json", clock=Clock())
    assert again.wait() == PinWait(2.0)


def test_the_wait_grows_to_a_bound() -> None:
    waits = [wait_after(failures) for failures in range(40)]
    assert waits == sorted(waits)
    assert waits[FREE_TRIES - 1] == 0
    assert waits[-1] == LONGEST_WAIT_S


def test_a_damaged_file_is_set_aside_for_a_new_pin_and_gives_no_try_away(tmp_path: Path) -> None:
    path = tmp_path / "pin.json"
    path.write_text("{")
    pin = Pin(path, series=3, clock=Clock(), wall=half_past)
    assert (tmp_path / "pin.json.damaged-1").read_text() == "{"
    assert "pin.json" in str(pin.broken)
    assert pin.series == 3  # whoever is the banker stays it
    known = pin.shown or ""
    for number in range(MOST - IF_LOST - 1):
        fail(pin, 1, f"10.0.0.{number}")
    assert pin.matches(known, BANKER)
    assert pin.broken is None


def test_a_wrong_try_is_on_disk_before_its_answer(tmp_path: Path) -> None:
    pin = Pin(tmp_path / "pin.json")
    for tries in range(1, FREE_TRIES):
        fail(pin, 1, CHILD)
        kept = json.loads((tmp_path / "pin.json").read_text())["wrong"]
        assert (kept["in_hour"], kept["of"]) == (tries, {CHILD: tries})


def test_a_try_that_cannot_be_written_down_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pin = Pin(tmp_path / "pin.json")

    def full(*_args: object, **_kwargs: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("web.phones.pin.write_whole", full)
    with pytest.raises(OSError, match="No space"):
        pin.matches(pin.shown or "")


# ---- reset at the machine


def test_a_reset_makes_a_new_pin_in_a_companion_that_runs(tmp_path: Path) -> None:
    clock = Clock()
    pin = Pin(tmp_path / "pin.json", clock=clock)
    old = pin.shown or ""
    fail(pin, FREE_TRIES + 1)
    new = reset(tmp_path / "pin.json")
    assert pin.series == 1
    assert pin.shown is None
    assert pin.wait() == PinWait()  # the wrong tries are forgiven
    assert new == old or not pin.matches(old)
    assert pin.matches(new)
    assert Pin(tmp_path / "pin.json").matches(new)  # also after a restart


def test_a_reset_mends_a_damaged_file_and_dismisses_who_was_the_banker(tmp_path: Path) -> None:
    (tmp_path / "pin.json").write_text("{")
    known = reset(tmp_path / "pin.json")
    pin = Pin(tmp_path / "pin.json")
    assert pin.series > 0
    assert pin.matches(known)


def test_a_file_that_is_damaged_meanwhile_changes_nothing(tmp_path: Path) -> None:
    pin = Pin(tmp_path / "pin.json")
    known = pin.shown or ""
    (tmp_path / "pin.json").write_text("{")
    assert pin.series == 0
    assert pin.matches(known)


def test_after_a_reset_nobody_is_the_banker_until_the_new_pin_is_typed(room: Living) -> None:
    ann = room.client(room.context.phones.make_banker(room.begin()[0]))
    assert ann.get("/banker/correct").status_code == 200
    new = reset(room.home / "pin.json")
    assert ann.get("/banker/correct").status_code == 403
    assert "Ann" in ann.get("/seat").text  # the seat is hers still
    room.revived()
    assert not room.context.phones.has_banker
    answer = room.client().post("/banker/pin", data={"pin": new}, headers=ORIGIN)
    assert answer.status_code == 303
    assert room.context.phones.held >= {Seat(0)}


def test_a_reset_while_nothing_runs_counts_at_the_start(room: Living) -> None:
    room.banker()
    reset(room.home / "pin.json")
    room.revived()
    assert room.client().get("/banker/correct").status_code == 403
    assert not room.context.phones.has_banker


def test_the_command_shows_the_new_pin(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fail(Pin(tmp_path / "pin.json"), 2)
    assert main(["pin", "--home", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("2 wrong tries in the hour of the last one, of at most 60\n0 s to wait")
    assert main(["pin", "--home", str(tmp_path), "--reset"]) == 0
    new = capsys.readouterr().out.strip().removeprefix("The banker's new PIN: ")
    assert Pin(tmp_path / "pin.json").matches(new)


def test_the_command_makes_no_pin_where_no_companion_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["pin", "--home", str(tmp_path), "--reset"]) == 1
    assert "start the companion, it shows one" in capsys.readouterr().err
    assert not (tmp_path / "pin.json").exists()
