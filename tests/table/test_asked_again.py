"""A question that was open when the companion stopped is asked again, if the journal says so."""

from pathlib import Path

from msgspec.structs import replace

from companion.game.commands import Claim, Correct, FirstRoll, Roll
from companion.table.answers import Accepted
from companion.table.dice.commands import AnswerDoubt
from companion.table.dice.readings import KeptReadings
from companion.table.story.commands import Undo
from companion.table.view import Doubt
from tests.support.table import ANN, BOB, CY, Hands, hands, reading, rent_is_due


def ask(at: Hands, *pips: int) -> Doubt:
    """Let the camera see a doubtful throw."""
    at.clock.now += 1
    at.eyes.motion(at.clock.now)
    at.see_dice(*(pips or (4, 6)), verdict="unsure", began=at.clock.now)
    assert at.view.doubt is not None
    return at.view.doubt


def is_asked(at: Hands, doubt: Doubt) -> bool:
    """Return whether a question is put up again, whenever that was."""
    return at.view.doubt == replace(doubt, shown=at.clock.now)


def restarted(at: Hands, *, boot: str = "test", now: float | None = None) -> Hands:
    at.clock.boot = boot
    if now is not None:
        at.clock.now = now
    at.pipeline.wake()
    return at


def test_the_same_question_is_there_again_and_may_be_answered(tmp_path: Path) -> None:
    with hands(tmp_path) as at:
        at.begin()
        doubt = ask(at, 4, 6)
    with hands(tmp_path) as at:
        at.clock.now = 1100.0
        restarted(at)
        assert is_asked(at, doubt)
        answer = at.answer(AnswerDoubt(doubt=doubt.id, dice=(4, 5)), at.cause(seat=ANN))
        assert isinstance(answer, Accepted), answer
        assert at.view.doubt is None
        (kept,) = at.desk.readings.all
        assert (kept.fate, kept.said, kept.seq) == ("answered", (4, 5), 2)
    with hands(tmp_path) as at:
        assert restarted(at).view.doubt is None


def test_a_claim_pressed_after_a_reboot_still_waits_for_the_question(tmp_path: Path) -> None:
    with hands(tmp_path) as at:
        rent_is_due(at)
        ask(at)
    with hands(tmp_path) as at:
        restarted(at, boot="another", now=3.0)  # the clock begins anew with each boot
        assert at.view.doubt is not None
        assert at.view.doubt.began == 3.0
        at.clock.now += 1
        assert at.ask(Claim(by=ANN)) is None
        at.answer(AnswerDoubt(doubt=at.view.doubt.id), at.cause(seat=CY))
        assert isinstance(at.replies[-1], Accepted)


def test_a_correction_or_a_claim_meanwhile_closes_no_question(tmp_path: Path) -> None:
    with hands(tmp_path) as at:
        at.begin()
        doubt = ask(at)
        given = Correct(why="miscounted", cash={BOB: 7})
        at.pipeline.submit(given, at.cause("banker", "banker"), at.replies.append)
    with hands(tmp_path) as at:
        assert is_asked(restarted(at), doubt)


def test_a_roll_in_the_journal_settles_it(tmp_path: Path) -> None:
    with hands(tmp_path) as at:
        at.begin()
        ask(at, 4, 6)
        before = (tmp_path / "dice" / "readings.jsonl").read_bytes()
        at.play(Roll(by=ANN, dice=(5, 5)))  # a double: Ann is to roll again
    (tmp_path / "dice" / "readings.jsonl").write_bytes(before)  # killed before it was noted
    with hands(tmp_path) as at:
        assert restarted(at).view.doubt is None
        (kept,) = at.desk.readings.all
        assert (kept.fate, kept.said, kept.seq) == ("typed", (5, 5), 2)


def test_an_answer_that_was_booked_and_not_noted_is_found_by_its_picture(tmp_path: Path) -> None:
    with hands(tmp_path) as at:
        at.begin()
        seen = replace(at.cause("camera", "camera"), evidence=at.home.pictures.keep(b"dice"))
        at.eyes.dice(reading(4, 6, verdict="unsure"), seen)
        before = (tmp_path / "dice" / "readings.jsonl").read_bytes()
        assert at.view.doubt is not None
        at.answer(AnswerDoubt(doubt=at.view.doubt.id, dice=(4, 5)), at.cause(seat=ANN))
    (tmp_path / "dice" / "readings.jsonl").write_bytes(before)
    with hands(tmp_path) as at:
        assert restarted(at).view.doubt is None
        (kept,) = at.desk.readings.all
        assert (kept.fate, kept.said, kept.seq) == ("answered", (4, 5), 2)


def test_going_back_meanwhile_closes_it(tmp_path: Path) -> None:
    with hands(tmp_path) as at:
        at.begin()
        at.play(Roll(by=ANN, dice=(6, 4)))
        ask(at)
        before = (tmp_path / "dice" / "readings.jsonl").read_bytes()
        at.answer(Undo(why=""), at.cause("banker", "phone"))
    (tmp_path / "dice" / "readings.jsonl").write_bytes(before)
    with hands(tmp_path) as at:
        assert restarted(at).view.doubt is None
        assert [kept.fate for kept in at.desk.readings.all] == ["closed"]


def test_another_players_first_roll_leaves_the_question(tmp_path: Path) -> None:
    with hands(tmp_path) as at:
        at.begin(first_roll=True)
        doubt = ask(at)
        at.play(FirstRoll(by=BOB, dice=(1, 1)))
    with hands(tmp_path) as at:
        assert is_asked(restarted(at), doubt)


def test_a_question_of_another_game_is_closed(tmp_path: Path) -> None:
    with hands(tmp_path) as at:
        at.begin()
        ask(at)
        before = (tmp_path / "dice" / "readings.jsonl").read_bytes()
        at.begin(edition="us-classic", players=("Ann", "Bob"), another=True)
    (tmp_path / "dice" / "readings.jsonl").write_bytes(before)
    with hands(tmp_path) as at:
        assert restarted(at).view.doubt is None
        assert [kept.fate for kept in at.desk.readings.all] == ["closed"]


def test_without_the_file_the_dice_are_asked_for_by_typing(tmp_path: Path) -> None:
    with hands(tmp_path) as at:
        at.begin()
        ask(at)
    (tmp_path / "dice" / "readings.jsonl").unlink()
    with hands(tmp_path) as at:
        assert restarted(at).view.doubt is None
        assert at.view.asked == {ANN: frozenset({"roll"})}
        at.play(Roll(by=ANN, dice=(4, 5)))


def test_of_two_open_questions_the_newer_is_asked(tmp_path: Path) -> None:
    """The disk was full when the newer one closed the older."""
    with hands(tmp_path) as at:
        at.begin()
        ask(at, 1, 2)
        older = (tmp_path / "dice" / "readings.jsonl").read_bytes()
        newer = ask(at, 4, 6)
    path = tmp_path / "dice" / "readings.jsonl"
    path.write_bytes(older + path.read_bytes().splitlines()[-1] + b"\n")
    with hands(tmp_path) as at:
        assert is_asked(restarted(at), newer)
        assert [kept.fate for kept in KeptReadings(path).all] == ["closed", "asked"]


def test_a_roll_taken_back_and_not_noted_is_found_by_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "dice" / "readings.jsonl"
    with hands(tmp_path) as at:
        at.begin()
        at.see_dice(1, 2, began=at.clock.now)
        before = path.read_bytes()
        at.answer(Undo(why=""), at.cause("banker", "phone"))
    path.write_bytes(before)
    with hands(tmp_path) as at:
        assert [kept.back for kept in at.desk.readings.all] == [False]
        restarted(at)
        assert [kept.back for kept in KeptReadings(path).all] == [True]
