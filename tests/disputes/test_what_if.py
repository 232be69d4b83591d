"""A game as it would have gone: other dice, another choice, other rules; and nothing is changed."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.accounts.movements import before_record
from companion.cli import main
from companion.disputes.alternatives import alternatives
from companion.disputes.differences import Deviation
from companion.disputes.what_if import Outcome, Supposition, line_of, what_if
from companion.errors import EditionError, JournalError
from companion.game.commands import AnyCommand, Buy, Claim, Correct, Decline, Hammer, Mortgage, Roll
from companion.game.state import fingerprint
from companion.journal.record import Record
from companion.journal.replay import replayed
from companion.journal.sqlite import open_journal
from companion.table.answers import Accepted
from companion.table.story.commands import GoBack
from companion.table.story.redecision import command_of
from companion.words import Space
from tests.support.played import played
from tests.support.table import ANN, BOB, CY, Hands, rent_is_due


def suppose(at: Hands, seq: int, *instead: AnyCommand, **rules: Any) -> Outcome:
    return what_if(
        at.records, Supposition(seq=seq, instead=None if rules else instead, house=rules)
    )


def found(outcome: Outcome) -> dict[tuple[str, int | None], tuple[Any, Any]]:
    """Return the differences by kind and by what they are of."""

    def of(one: Deviation) -> int | None:
        return one.lot if one.seat is None else one.seat

    return {(one.kind, of(one)): (one.was, one.would) for one in outcome.differences}


# ---- another reading


def test_other_dice_lead_elsewhere(at: Hands) -> None:
    at.begin()
    at.play(Roll(by=ANN, dice=(1, 2)))
    outcome = suppose(at, 2, Roll(by=ANN, dice=(4, 3)))
    assert found(outcome) == {("at", ANN): (3, 7)}
    assert (outcome.followed, outcome.stop, outcome.refused) == (0, None, None)


def test_it_is_followed_until_a_command_is_refused(at: Hands) -> None:
    rent_is_due(at)
    outcome = suppose(at, 2, Roll(by=ANN, dice=(1, 1)))  # on the chest: nothing is for sale there
    assert outcome.stop is not None
    assert (outcome.stop.seq, outcome.stop.why) == (3, "refused")
    assert outcome.stop.refusal is not None
    assert outcome.stop.refusal.code == "not-for-sale"
    assert (outcome.followed, outcome.until, outcome.last) == (0, 2, 4)


def test_a_purchase_of_another_lot_is_another_choice(at: Hands) -> None:
    rent_is_due(at)
    outcome = suppose(at, 2, Roll(by=ANN, dice=(2, 4)))  # on another lot that is for sale
    assert outcome.stop is not None
    assert (outcome.stop.seq, outcome.stop.why) == (3, "another-thing")


def test_what_came_later_is_played_on_with_the_same_dice(at: Hands) -> None:
    at.begin()
    at.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), Roll(by=BOB, dice=(4, 4)))
    outcome = suppose(at, 4, Roll(by=BOB, dice=(1, 2)))
    assert found(outcome) == {("at", BOB): (8, 3)}
    at.play(Buy(by=BOB))
    outcome = suppose(at, 3, Decline(by=ANN), Hammer())
    assert outcome.stop is None
    assert found(outcome) == {("cash", ANN): (1440, 1500), ("owner", 3): (ANN, None)}


def test_dice_that_the_rules_do_not_know_are_refused(at: Hands) -> None:
    at.begin()
    at.play(Roll(by=ANN, dice=(1, 2)))
    outcome = suppose(at, 2, Roll(by=BOB, dice=(1, 2)))
    assert outcome.refused is not None
    assert outcome.refused.code == "not-your-turn"
    assert outcome.differences == ()


# ---- another choice


def test_without_a_claim_the_rent_stays_where_it_was(at: Hands) -> None:
    rent_is_due(at)
    at.play(Claim(by=ANN))
    outcome = suppose(at, 5)
    assert found(outcome) == {("cash", ANN): (1444, 1440), ("cash", BOB): (1496, 1500)}


def test_a_claim_whose_lot_was_never_bought_fits_no_more(at: Hands) -> None:
    rent_is_due(at)
    at.play(Claim(by=ANN))
    outcome = suppose(at, 3, Decline(by=ANN), Hammer())
    assert outcome.stop is not None
    assert (outcome.stop.seq, outcome.followed) == (5, 1)
    assert found(outcome)["owner", 3] == (ANN, None)


def test_a_correction_was_made_for_what_stood_there(at: Hands) -> None:
    at.begin()
    at.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    cause = at.cause("banker", "phone")
    correction = Correct(why="a note was found", cash={ANN: 1450})
    assert isinstance(at.answer(correction, cause), Accepted)
    outcome = suppose(at, 3, Decline(by=ANN), Hammer())
    assert outcome.stop is not None
    assert (outcome.stop.seq, outcome.stop.why) == (4, "another-thing")
    assert found(suppose(at, 2, Roll(by=ANN, dice=(2, 4)))) == {("at", ANN): (3, 6)}


def choices(at: Hands, seq: int) -> list[str]:
    command = command_of(at.records[seq - 1])
    assert command is not None
    return [one.id for one in alternatives(before_record(at.records, seq), command)]


def test_the_choices_are_those_that_there_were(at: Hands) -> None:
    rent_is_due(at)
    at.play(Claim(by=ANN), Mortgage(by=ANN, lots=(Space(3),)), Roll(by=CY, dice=(3, 4)))
    at.clock.now += 1
    assert [choices(at, seq) for seq in (2, 3, 5, 6)] == [
        [],
        ["decline"],
        ["nothing"],
        ["nothing"],
    ]


# ---- other rules


def test_another_rule_from_a_record_on(at: Hands) -> None:
    rent_is_due(at)
    outcome = suppose(at, 4, rent_needs_claim=False)
    assert found(outcome) == {("cash", ANN): (1440, 1444), ("cash", BOB): (1500, 1496)}


def test_another_rule_from_the_beginning(at: Hands) -> None:
    rent_is_due(at)
    outcome = what_if(at.records, Supposition(seq=1, house={"starting_cash": 1000}))
    assert found(outcome) == {
        ("cash", ANN): (1440, 940),
        ("cash", BOB): (1500, 1000),
        ("cash", CY): (1500, 1000),
    }
    assert (outcome.followed, outcome.stop) == (3, None)


def test_another_variant_is_supposed_of_the_whole_game(at: Hands) -> None:
    rent_is_due(at)
    supposed = Supposition(seq=1, variants=("short",))
    outcome = what_if(at.records, supposed)
    assert outcome.would.edition.variants == ("short",)
    with pytest.raises(JournalError, match="whole game"):
        what_if(at.records, Supposition(seq=2, variants=("short",)))


def test_a_rule_that_is_none_is_named(at: Hands) -> None:
    rent_is_due(at)
    with pytest.raises(EditionError, match="There is no such house rule"):
        what_if(at.records, Supposition(seq=2, house={"rent_needs_clam": False}))


# ---- what was taken back


def test_what_was_taken_back_is_supposed_in_the_line_in_which_it_counted(at: Hands) -> None:
    rent_is_due(at)
    at.answer(GoBack(to=2, why="a mistake"), at.cause("banker", "phone"))  # record 5
    at.play(Decline(by=ANN))
    assert [r.seq for r in line_of(at.records, 3)] == [1, 2, 3, 4]
    assert [r.seq for r in line_of(at.records, 2)] == [1, 2, 6]
    assert suppose(at, 3, Decline(by=ANN), Hammer()).last == 4


@pytest.mark.parametrize("seq", [0, 6, 99])
def test_a_record_that_is_none_is_no_place_to_begin(at: Hands, seq: int) -> None:
    rent_is_due(at)
    at.answer(GoBack(to=2, why=""), at.cause("banker", "phone"))
    at.answer(GoBack(to=1, why=""), at.cause("banker", "phone"))
    with pytest.raises(JournalError):
        suppose(at, seq)


# ---- whole games


def test_what_really_was_makes_no_difference(tmp_path: Path) -> None:
    journal = played(tmp_path, records=80)
    kept = records_of(journal)
    for record in kept[1:]:
        command = command_of(record)
        assert command is not None
        outcome = what_if(kept, Supposition(seq=record.seq, instead=(command,)))
        assert outcome.differences == (), record
        assert outcome.followed == len(kept) - record.seq
        assert fingerprint(outcome.would) == fingerprint(replayed(kept))


def test_whatever_is_supposed_the_books_balance_and_the_records_stay(tmp_path: Path) -> None:
    journal = played(tmp_path, records=60)
    before = journal.read_bytes()
    kept = records_of(journal)
    for record in kept[1:]:
        command = command_of(record)
        if isinstance(command, Roll):
            for total in range(2, 13):
                dice = (total // 2, total - total // 2)
                roll = Roll(by=command.by, dice=dice, speed=command.speed)
                outcome = what_if(kept, Supposition(seq=record.seq, instead=(roll,)))
                assert set(outcome.would.books.totals().values()) == {0}
    assert journal.read_bytes() == before
    assert records_of(journal) == kept


def records_of(journal: Path) -> tuple[Record, ...]:
    store = open_journal(journal, read_only=True)
    kept = tuple(store.records)
    store.close()
    return kept


# ---- on the command line


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["what-if", *words])
    out = capsys.readouterr()
    return code, out.out, out.err


def test_as_text_and_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = str(played(tmp_path, records=12))
    code, text, _ = asked(capsys, journal, "--event", "2", "--dice", "4,3")
    assert code == 0
    assert text.startswith("from number 3 on it no longer fits: Ann bought ")
    code, text, _ = asked(capsys, journal, "--event", "2", "--dice", "4,3", "--json")
    told = json.loads(text)
    assert (code, told["stop"]["seq"], told["differences"][0]["kind"]) == (0, 3, "at")
    assert "was" not in told


@pytest.mark.parametrize("number", ["0", "5", "-1"])
def test_a_record_that_is_not_there_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], number: str
) -> None:
    code, _, told = asked(capsys, str(played(tmp_path, records=4)), f"--event={number}")
    assert code == 1
    assert f"there is no record {number}" in told


@pytest.mark.parametrize("dice", ["x", "7,1", "4;3", ""])
def test_dice_that_are_none_are_said_with_how_to_write_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], dice: str
) -> None:
    journal = str(played(tmp_path, records=4))
    code, _, told = asked(capsys, journal, "--event", "2", "--dice", dice)
    mend = "--dice 4,3: the pips of each die, from 1 to 6"
    assert (code, told) == (1, f"companion: {dice!r} is no roll ({mend})\n")


def test_choices_are_listed_and_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = str(played(tmp_path, records=4))
    assert asked(capsys, journal, "--event", "3", "--choices")[:2] == (0, "decline\n")
    code, text, _ = asked(capsys, journal, "--event", "3", "--instead", "decline")
    assert code == 0
    assert " belongs to: Ann → the Bank\n" in text
    command = json.dumps({"do": "decline", "by": 0})
    assert asked(capsys, journal, "--event", "3", "--instead", command)[0] == 0


def test_what_cannot_have_been_is_a_refusal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = str(played(tmp_path, records=4))
    command = json.dumps({"do": "end", "by": 1})
    code, text, _ = asked(capsys, journal, "--event", "3", "--instead", command)
    assert (code, text) == (1, "number 3 cannot have been so: It is Ann's turn.\n")


@pytest.mark.parametrize(
    "words",
    [
        ("--event", "2"),
        ("--event", "2", "--choices"),
        ("--event", "99", "--dice", "1,2"),
        ("--event", "3", "--dice", "1,2"),
        ("--event", "2", "--dice", "1,7"),
        ("--event", "2", "--dice", "x"),
        ("--event", "2", "--instead", "sing"),
        ("--event", "2", "--instead", "{"),
        ("--event", "2", "--instead", '{"do":"sing"}'),
        ("--event", "2", "--insert", "{"),
        ("--event", "2", "--insert", '{"do":"sing"}'),
        ("--event", "2", "--insert", '{"do":"end","by":0}', "--house", "rent_needs_claim=no"),
        ("--event", "2", "--house", "rent_needs_clam=no"),
        ("--event", "2", "--house", "rent_needs_claim"),
        ("--event", "2", "--house", "jail_fine=much"),
        ("--event", "1", "--variants", "chess"),
        ("--event", "1", "--instead", '{"do":"end","by":0}'),
    ],
)
def test_what_cannot_be_supposed_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    journal = str(played(tmp_path, records=4))
    code, out, err = asked(capsys, journal, *words)
    assert (code, out) == (1, "")
    assert err.count("\n") == 1


def test_what_was_forgotten_is_put_in_and_nothing_changes(
    at: Hands, capsys: pytest.CaptureFixture[str]
) -> None:
    rent_is_due(at)
    at.play(Roll(by=CY, dice=(2, 4)), Buy(by=CY))
    journal = str(at.home.folder / "games" / "0001-ru-2004.journal")
    claim = json.dumps({"do": "claim", "by": 0})
    code, text, _ = asked(capsys, journal, "--event", "4", "--insert", claim)
    assert code == 0
    assert text.startswith("all that came after number 4 fits: 2 records\n")
    assert "Cash of Ann: " in text
    payment = json.dumps({"do": "book-late", "payer": 2, "payee": 0, "amount": 1450, "why": "x"})
    code, text, _ = asked(capsys, journal, "--event", "4", "--insert", payment)
    assert text.startswith("from number 6 on it no longer fits: ")
    assert asked(capsys, journal, "--event", "3", "--insert", claim)[0] == 1
    assert len(records_of(Path(journal))) == 6
