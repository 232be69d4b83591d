"""The live table with its thread: whoever asks, from wherever, gets one answer."""

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.errors import SettingsError
from companion.game.commands import AnyCommand, Buy, Claim, Decline, Roll
from companion.game.refusals import Refusal
from companion.game.state import GameState, fingerprint
from companion.journal.record import Cause
from companion.journal.replay import replayed
from companion.table import playing
from companion.table.answers import Accepted, Answer, Broken
from companion.table.clocks.timing import Timing
from companion.table.crew import Crew
from companion.table.desk import Desk
from companion.table.games.commands import Begin, Resume
from companion.table.pipeline import Pipeline
from companion.table.table import Table
from companion.table.witness import TableWitness
from companion.words import Seat
from tests.support.table import ANN, BOB, CY, FakeClock, reading

LATE_S = 2.0

NAMES = ("Ann", "Bob", "Cy")


@pytest.fixture(params=["a thread of its own", "a crew"])
def table(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Table]:
    crew = Crew(2)
    crew.start()
    table = Table(tmp_path, crew=crew if request.param == "a crew" else None)
    table.start()
    yield table
    table.stop()
    crew.stop()


def begin(table: Table, **more: Any) -> Answer:
    asked: dict[str, Any] = {"edition": "ru-2004", "players": NAMES, "first_roll": False}
    cause = more.pop("cause", None) or banker(table)
    return table.submit(Begin(**(asked | more)), cause)


def banker(table: Table, command_id: str | None = None) -> Cause:
    return table.cause("banker", "banker", command_id=command_id)


def say(table: Table, command: AnyCommand, command_id: str | None = None) -> Answer:
    """Send a command from its own seat's phone."""
    seat = Seat(getattr(command, "by", 0))
    return table.submit(command, table.cause("seat", "phone", seat=seat, command_id=command_id))


def refused(answer: Answer) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.code


def state_of(table: Table) -> GameState:
    assert table.view.state is not None
    return table.view.state


def test_without_a_game_every_command_is_refused(table: Table) -> None:
    assert refused(say(table, Roll(by=ANN, dice=(1, 2)))) == "no-game"
    assert (table.view.game, table.view.state, table.history()) == ("", None, ())


def test_what_was_accepted_is_in_the_view_before_the_answer(table: Table) -> None:
    begin(table)
    answer = say(table, Roll(by=ANN, dice=(1, 2)))
    assert isinstance(answer, Accepted)
    assert answer.seq == table.view.seq == 2
    assert table.view.asked == {ANN: {"buy", "decline"}}
    assert table.view.id == "0001-ru-2004:2"


def test_a_refusal_changes_nothing(table: Table) -> None:
    begin(table)
    before = table.view
    assert refused(say(table, Roll(by=BOB, dice=(1, 2)))) == "not-your-turn"
    assert table.view is before


def test_the_same_command_twice_is_one_command(table: Table) -> None:
    begin(table)
    assert say(table, Roll(by=ANN, dice=(6, 4)), "a") == say(table, Roll(by=ANN, dice=(6, 4)), "a")
    assert table.view.seq == 2


def test_the_same_command_is_one_command_also_after_a_restart(tmp_path: Path) -> None:
    first = Table(tmp_path)
    first.start()
    begin(first)
    answer = say(first, Roll(by=ANN, dice=(6, 4)), "a")
    first.stop()
    second = Table(tmp_path)
    second.start()
    assert say(second, Roll(by=ANN, dice=(6, 4)), "a") == answer
    assert second.view.seq == 2
    second.stop()


def test_a_restart_goes_on_exactly_where_it_was(tmp_path: Path) -> None:
    first = Table(tmp_path)
    first.start()
    begin(first)
    say(first, Roll(by=ANN, dice=(1, 2)))
    say(first, Decline(by=ANN))
    before = fingerprint(state_of(first))
    first.stop()
    second = Table(tmp_path)
    second.start()
    assert fingerprint(state_of(second)) == before
    assert second.view.asked == first.view.asked
    second.stop()


def test_the_wall_clock_may_jump_by_years(tmp_path: Path) -> None:
    clock = FakeClock()
    for years, seat in ((0, ANN), (-30, BOB), (50, CY)):
        clock.wall_now = 1.7e9 + years * 365 * 86400
        table = Table(tmp_path, clock=clock)
        table.start()
        begin(table)
        say(table, Roll(by=seat, dice=(6, 4)))
        table.stop()
    assert [record.seq for record in table.history()] == [1, 2, 3, 4]


def test_eight_threads_at_once_get_one_answer_each(table: Table) -> None:
    begin(table)
    answers: list[Answer] = []

    def press() -> None:
        answers.extend(say(table, Roll(by=ANN, dice=(6, 4))) for _ in range(5))

    threads = [threading.Thread(target=press) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 40
    assert sum(isinstance(answer, Accepted) for answer in answers) == 1
    assert table.view.seq == 2


def test_a_replay_of_the_journal_leads_to_the_same_state(table: Table) -> None:
    begin(table)
    say(table, Roll(by=ANN, dice=(1, 2)))
    say(table, Buy(by=ANN))
    say(table, Roll(by=BOB, dice=(1, 2)))
    say(table, Claim(by=ANN))
    assert fingerprint(replayed(table.history())) == fingerprint(state_of(table))


def test_a_second_game_needs_to_replace_the_first(table: Table) -> None:
    begin(table)
    assert refused(begin(table)) == "game-running"
    assert isinstance(begin(table, instead=True), Accepted)
    assert table.games() == ("0001-ru-2004", "0002-ru-2004")
    assert table.view.game == "0002-ru-2004"


def test_beginning_twice_with_one_id_begins_once(table: Table) -> None:
    cause = banker(table, "begin")
    assert begin(table, cause=cause) == begin(table, cause=cause, instead=True)
    assert len(table.games()) == 1


def test_an_older_game_can_be_taken_up_again(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.start()
    begin(table)
    say(table, Roll(by=ANN, dice=(1, 2)))
    begin(table, instead=True)
    assert isinstance(table.submit(Resume(game="0001-ru-2004"), banker(table)), Accepted)
    assert table.view.seq == 2
    table.stop()
    table = Table(tmp_path)
    table.start()
    assert table.view.id == "0001-ru-2004:2"
    table.stop()


@pytest.mark.parametrize("name", ["0007-ru-2004", "../../etc/passwd", ""])
def test_a_game_that_is_not_there_cannot_be_taken_up(table: Table, name: str) -> None:
    begin(table)
    answer = table.submit(Resume(game=name), banker(table))
    assert isinstance(answer, Broken)
    assert answer.code == "damaged"
    assert table.view.game == "0001-ru-2004"


def test_a_phone_neither_begins_nor_resumes_a_game(table: Table) -> None:
    phone = table.cause("seat", "phone", seat=ANN)
    assert refused(begin(table, cause=phone)) == "not-allowed"
    assert refused(table.submit(Resume(game="0001-ru-2004"), phone)) == "not-allowed"


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": ("Ann",)},
        {"players": ("Ann", "Ann")},
        {"variants": ("no-such",)},
        {"house": {"no_such": 1}},
    ],
)
def test_a_game_that_cannot_be_is_answered_with_what_is_wrong(
    table: Table, wrong: dict[str, Any]
) -> None:
    answer = begin(table, **wrong)
    assert isinstance(answer, Broken)
    assert answer.code == "edition"
    assert table.games() == ()


def test_a_mistake_in_the_rules_ends_one_command_and_not_the_evening(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(table)
    with monkeypatch.context() as patch:
        patch.setattr(playing, "decide", _fail)
        answer = say(table, Roll(by=ANN, dice=(1, 2)))
    assert isinstance(answer, Broken)
    assert answer.code == "fault"
    assert isinstance(say(table, Roll(by=ANN, dice=(1, 2))), Accepted)


def test_a_mistake_of_the_clock_ends_no_evening_and_loses_no_command(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.table.writer.STUMBLED_S", 0.0)
    begin(table)
    failed = threading.Event()

    def fail(_part: Desk | Pipeline) -> float:
        failed.set()
        raise ZeroDivisionError

    for part, name, broken in ((Pipeline, "tick", fail), (Desk, "due", property(fail))):
        with monkeypatch.context() as patch:
            patch.setattr(part, name, broken)
            failed.clear()
            table.refresh()
            assert failed.wait(30)
        assert isinstance(say(table, Roll(by=ANN, dice=(1, 2))), (Accepted, Refusal))


def test_a_stopped_table_says_so(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.start()
    begin(table)
    table.stop()
    table.stop()
    answer = say(table, Roll(by=ANN, dice=(1, 2)))
    assert isinstance(answer, Broken)
    assert answer.code == "stopped"


def test_a_claim_that_waits_is_answered_when_the_table_stops(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.start()
    _rent_is_due(table)
    witness = TableWitness(table)
    witness.motion(table.cause("camera", "camera").mono)
    pressed = table.post(Claim(by=ANN), table.cause("seat", "button", seat=ANN))
    table.stop()
    assert isinstance(pressed.result(), Broken)


def test_with_a_camera_a_press_waits_for_what_the_camera_has_already_seen(table: Table) -> None:
    _rent_is_due(table)
    witness = TableWitness(table)
    witness.camera("ready", ok=True)
    say(table, Buy(by=CY))  # refused; it only makes sure that the camera's word has been heard
    began = table.cause("camera", "camera").mono
    pressed = table.post(Claim(by=ANN), table.cause("seat", "button", seat=ANN))
    witness.motion(began)
    witness.dice(reading(6, 3), b"a picture", began, began + 1)
    assert refused(pressed.result()) == "claim-too-late"


def test_a_press_waits_longer_where_the_cameras_frames_come_late(table: Table) -> None:
    """As those of a phone on a slow network: the motion is told long after it began."""
    _rent_is_due(table)
    witness = TableWitness(table)
    witness.camera("ready", ok=True)
    say(table, Buy(by=CY))  # refused, as above
    table.lag = lambda: LATE_S
    began = table.cause("camera", "camera").mono
    pressed = table.post(Claim(by=ANN), table.cause("seat", "button", seat=ANN))
    time.sleep(2 * Timing().camera_lag)
    witness.motion(began)
    witness.dice(reading(6, 3), b"a picture", began, began + 1)
    assert refused(pressed.result()) == "claim-too-late"


def test_a_typed_roll_waits_for_a_press_that_was_earlier(table: Table) -> None:
    _rent_is_due(table)
    edge = table.cause("seat", "button").mono
    rolled = table.post(Roll(by=CY, dice=(6, 3)), table.cause("seat", "phone", seat=CY))
    pressed = table.post(Claim(by=ANN), table.cause("seat", "button", seat=ANN, at=edge))
    assert isinstance(pressed.result(), Accepted)
    assert isinstance(rolled.result(), Accepted)


def test_the_picture_behind_a_roll_is_kept_with_it(table: Table) -> None:
    begin(table)
    began = table.cause("camera", "camera").mono
    TableWitness(table, "usb:0").dice(reading(1, 2), b"a picture", began, began + 1)
    say(table, Buy(by=ANN))
    cause = table.history(after=1)[0].cause
    assert cause.device == "usb:0"
    assert cause.evidence is not None
    assert table.picture(cause.evidence) == b"a picture"


def test_old_pictures_go_at_the_start_but_none_of_the_running_game(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.start()
    begin(table)
    began = table.cause("camera", "camera").mono
    TableWitness(table).dice(reading(1, 2), b"of this game", began, began + 1)
    say(table, Buy(by=ANN))
    table.stop()
    kept = [table.pictures.keep(content) for content in (b"old", b"of this game", b"new")]
    for digest in kept[:2]:
        os.utime(tmp_path / "pictures" / digest[:2] / f"{digest}.jpg", (1e9, 1e9))
    table = Table(tmp_path)
    table.start()
    table.stop()
    assert [table.pictures.fate(digest) for digest in kept] == ["pruned", "kept", "kept"]


@pytest.mark.usefixtures("table")
def test_two_companions_never_share_a_home(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="another companion"):
        Table(tmp_path).start()


def test_a_damaged_game_is_told_and_does_not_hinder_a_new_one(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.start()
    begin(table)
    table.stop()
    (tmp_path / "games" / "0001-ru-2004.journal").write_bytes(b"no database at all" * 300)
    table = Table(tmp_path)
    table.start()
    assert "0001-ru-2004.journal" in str(table.view.trouble)
    assert table.view.state is None
    assert isinstance(begin(table), Accepted)
    assert table.view.trouble is None
    table.stop()


def test_a_lost_tail_is_noticed_by_the_phone_that_saw_it(table: Table) -> None:
    begin(table)
    stream = iter(table.feed.subscribe("0001-ru-2004:9"))
    assert next(stream).kind == "lost"
    say(table, Roll(by=ANN, dice=(1, 2)))
    notice = table.view.notices[0]
    assert (notice.code, notice.facts) == ("lost-records", {"seq": 9, "head": 1})


def _rent_is_due(table: Table) -> None:
    begin(table)
    for command in (Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), Roll(by=BOB, dice=(1, 2))):
        assert isinstance(say(table, command), Accepted)


def _fail(*_: object) -> None:
    raise ZeroDivisionError
