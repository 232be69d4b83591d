"""A journal is proved, or each of its damages is named."""

import sqlite3
from pathlib import Path

import pytest

from companion.accounts.verification import Proof, pictures_beside, verify
from companion.cli import main
from companion.game.events import Moved, Paid
from companion.journal.pictures import Limits
from companion.journal.sqlite import create_journal, open_journal
from companion.words import RuleKey, Seat, Space
from tests.support.played import played
from tests.support.table import some_cause, some_events

RECORDS = 30


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return played(tmp_path, records=RECORDS)


def proof_of(journal: Path) -> Proof:
    return verify(journal, pictures_beside(journal))


def change(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(statement)
    connection.close()


def picture_in(journal: Path) -> Path:
    return next((journal.parent.parent / "pictures").glob("*/*.jpg"))


def test_a_sound_journal_is_proved(journal: Path) -> None:
    proof = proof_of(journal)
    assert proof.damages == ()
    assert (proof.records, proof.pictures, proof.pruned) == (RECORDS, 1, 0)
    assert len(proof.fingerprint) == 16


def test_every_damaged_record_is_named_and_no_other(journal: Path) -> None:
    change(journal, "UPDATE record SET body = x'00' WHERE seq IN (4, 9)")
    change(journal, "DELETE FROM record WHERE seq = 20")
    damages = proof_of(journal).damages
    # The record after a gap is chained to one that is gone.
    assert [line.split("record ")[1].split(":")[0] for line in damages] == ["4", "9", "20", "21"]


def test_a_file_that_is_no_journal_is_one_damage(tmp_path: Path) -> None:
    path = tmp_path / "x.journal"
    path.write_bytes(b"something else" * 100)
    assert len(proof_of(path).damages) == 1


def test_an_empty_journal_holds_no_game(tmp_path: Path) -> None:
    create_journal(tmp_path / "x.journal").close()
    assert proof_of(tmp_path / "x.journal").damages == (
        f"{tmp_path / 'x.journal'}: there is no game in it",
    )


def test_records_without_a_beginning_are_a_damage(tmp_path: Path) -> None:
    journal = create_journal(tmp_path / "x.journal")
    journal.append(some_events(1), cause=some_cause(), command={})
    journal.close()
    assert "does not begin with a game" in proof_of(tmp_path / "x.journal").damages[0]


def test_money_that_nobody_has_is_said_once_where_it_began(journal: Path) -> None:
    opened = open_journal(journal)
    robbed = Paid(because=RuleKey("x/y"), payer=Seat(0), payee="bank", amount=999_999, reason="tax")
    for _ in range(2):
        opened.append((robbed,), cause=some_cause(), command={})
    opened.close()
    damages = proof_of(journal).damages
    assert f"record {RECORDS + 1}: seat 0 has -" in damages[0]


def test_events_that_cannot_have_happened_are_a_damage(journal: Path) -> None:
    opened = open_journal(journal)
    impossible = Moved(because=RuleKey("x/y"), seat=Seat(17), start=Space(0), to=Space(1))
    opened.append((impossible,), cause=some_cause(), command={})
    opened.close()
    assert f"record {RECORDS + 1}: " in proof_of(journal).damages[0]


def test_a_lost_picture_is_a_damage_and_a_pruned_one_is_none(journal: Path) -> None:
    pictures = pictures_beside(journal)
    digest = picture_in(journal).stem
    picture_in(journal).write_bytes(b"another picture")
    assert proof_of(journal).damages == (f"{journal}, record 2: its picture {digest} is damaged",)
    pictures.prune(Limits(size=0))
    assert (proof_of(journal).damages, proof_of(journal).pruned) == ((), 1)
    (pictures.folder / digest[:2] / f"{digest}.pruned").unlink()
    assert proof_of(journal).damages == (f"{journal}, record 2: its picture {digest} is missing",)


def test_on_the_command_line_a_sound_journal_is_one_line_and_success(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(journal)]) == 0
    told = capsys.readouterr()
    assert told.out.startswith(f"{journal}: sound: {RECORDS} records, ")
    assert told.out.count("\n") == 1
    assert told.err == ""


def test_on_the_command_line_each_damage_is_a_line_and_it_fails(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(journal, "UPDATE record SET body = x'00' WHERE seq IN (4, 9)")
    assert main(["verify", str(journal)]) == 1
    assert capsys.readouterr().out.count("\n") == 2
    assert main(["verify", "--json", str(journal)]) == 1
    assert '"damages":["' in capsys.readouterr().out


def test_on_the_command_line_a_missing_journal_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(tmp_path / "none")]) == 1
    said = "There is no such game here. Choose one of the list of games."
    assert capsys.readouterr().err == f"companion: {tmp_path / 'none'}: {said}\n"
