"""What was booked leaves the companion as JSON, as a table and as a Beancount file."""

import csv
import io
import json
from gettext import NullTranslations
from pathlib import Path

import pytest
from beancount.loader import load_string
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.accounts.beancount import as_beancount
from companion.accounts.bookings import Ledger, ledger_of
from companion.accounts.export import Exported, as_csv, exported, harmless
from companion.cli import main
from companion.editions.load import load_rulebook
from companion.journal.record import Record
from companion.speaker import Speaker
from tests.support.booked import EDITIONS, renamed, some_records
from tests.support.played import played

NUMBERS = ("record", "amount", "balance", "taken_back_by")
FORMULAS = ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1")


def export_of(records: tuple[Record, ...]) -> tuple[Ledger, Exported]:
    ledger = ledger_of(records, game="0001-x")
    names = tuple(player.name for player in ledger.state.players)
    speaker = Speaker(NullTranslations(), ledger.state.edition, names)
    rulebook = load_rulebook(ledger.state.edition.catalogue)
    return ledger, exported(
        ledger, rulebook, lambda event, arbiter: speaker.event(event, arbiter=arbiter).text
    )


def complaints(text: str) -> list[str]:
    """Return what `bean-check` would say."""
    _entries, errors, _options = load_string(text)
    return [str(error.message) for error in errors]


@pytest.mark.parametrize("edition", EDITIONS)
def test_bean_check_accepts_a_game_of_each_edition(edition: str) -> None:
    assert complaints(as_beancount(*export_of(some_records(5, edition=edition, backs=3)))) == []


def test_bean_check_would_notice_a_posting_that_is_missing() -> None:
    text = as_beancount(*export_of(some_records(5)))
    salary = next(line for line in text.splitlines() if line.startswith("  Assets:Seat-1  "))
    assert complaints(text.replace(salary, "", 1)) != []


@settings(max_examples=30)
@given(st.lists(st.text(min_size=1, max_size=30), min_size=3, max_size=3, unique=True))
def test_no_name_spoils_the_beancount_file(names: list[str]) -> None:
    records = renamed(some_records(1, steps=8), *names)
    assert complaints(as_beancount(*export_of(records))) == []


def test_a_clock_gone_mad_spoils_nothing() -> None:
    records = list(some_records(1, steps=8))
    for index, wall in enumerate((1e300, -1e9, 4e10, 0.0)):
        record = records[index]
        records[index] = replace(record, cause=replace(record.cause, wall=wall))
    assert complaints(as_beancount(*export_of(tuple(records)))) == []


@pytest.mark.parametrize("name", FORMULAS)
def test_a_name_that_looks_like_a_formula_is_text_in_the_table(name: str) -> None:
    records = renamed(some_records(2), name, "Bob", "Cy")
    rows = [*csv.DictReader(io.StringIO(as_csv(export_of(records)[1]), newline=""))]
    cells = [value for row in rows for key, value in row.items() if key not in NUMBERS]
    assert any(cell.startswith("'") for cell in cells)
    assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n")) for cell in cells)


@given(st.text(st.characters(categories=("L", "N", "P", "S"))))
def test_what_is_harmless_is_left_as_it_is(text: str) -> None:
    assert harmless(text) in (text, f"'{text}")
    assert harmless(harmless(text)) == harmless(text)


def test_the_table_has_a_line_for_each_posting_with_its_balance() -> None:
    ledger, game = export_of(some_records(3))
    rows = [*csv.DictReader(io.StringIO(as_csv(game)))]
    assert len(rows) == sum(len(booking.legs) for booking in ledger.bookings)
    held = {row["account"]: int(row["balance"]) for row in rows if row["thing"] == "cash"}
    for seat in ledger.state.seats:
        assert held[f"seat-{seat}"] == ledger.state.cash(seat)


def test_what_was_taken_back_is_there_and_says_so() -> None:
    records = some_records(7, backs=1)
    back = next(r.seq for r in records if r.events[0].__struct_config__.tag == "rewound")
    game = export_of(records)[1]
    assert {b.taken_back_by for b in game.bookings} == {None, back}
    assert all(b.record < back for b in game.bookings if b.taken_back_by)


# ---- on the command line


@pytest.mark.parametrize("form", ["json", "csv", "beancount"])
def test_it_goes_to_the_terminal_or_into_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    journal = str(played(tmp_path, records=12))
    assert main(["export", journal, "--format", form]) == 0
    said = capsys.readouterr().out
    out = tmp_path / "out"
    assert main(["export", journal, "--format", form, "--out", str(out)]) == 0
    assert out.read_text(encoding="utf-8") == said
    assert capsys.readouterr().out == ""


def test_as_json_it_is_one_document_on_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", str(played(tmp_path, records=12))]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    told = json.loads(line)
    assert told["game"] == "0001-ru-2004"
    assert told["bookings"][1]["legs"][1] == {
        "account": "seat-0",
        "player": "Ann",
        "thing": "cash",
        "amount": 1500,
        "balance": 1500,
    }


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "There is no such game here."),
        (b"", "This game is damaged: there is no game in it."),
        (b"something else" * 100, "This game is damaged: file is not a database"),
    ],
)
def test_what_is_no_journal_is_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | None, said: str
) -> None:
    path = tmp_path / "x.journal"
    if content is not None:
        path.write_bytes(content)
    assert main(["export", str(path)]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"companion: {path}: {said}")
    assert told.err.count("\n") == 1


def test_a_damaged_journal_is_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = played(tmp_path, records=12)
    torn = bytearray(journal.read_bytes())
    torn[len(torn) // 2 :] = bytes(len(torn) - len(torn) // 2)
    journal.write_bytes(bytes(torn))
    assert main(["export", str(journal), "--out", str(tmp_path / "out")]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "out").exists()
