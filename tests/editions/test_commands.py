"""`companion editions` and `companion rules`, as a person types them."""

import argparse
import json
from pathlib import Path

import pytest

from companion.cli import editions, rules
from companion.editions.load import check_edition, edition_ids, edition_text, load_rulebook
from companion.errors import CompanionError

SHOWS_A_CLAIM = """
title = "A claim in time is paid"
edition = "us-classic"
rules = ["us-classic/rent-02"]
players = ["Ann", "Bob"]

[given]
owns = { Bob = [6] }

[[step]]
do = "roll"
by = "Ann"
dice = [2, 4]

[[step]]
do = "claim"
by = "Bob"
then = { cash = { Ann = 1494 } }
"""


def typed(*words: str) -> int:
    """Run one of the two subcommands."""
    parser = argparse.ArgumentParser()
    subparsers = parser.add_subparsers(dest="name")
    for module in (editions, rules):
        module.add_parser(subparsers)  # a plain parser does as well as the command line's own
    args = parser.parse_args(words)
    return editions.run(args) if args.name == "editions" else rules.run(args)


def test_the_editions_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """Each with its name and how many rules it has."""
    assert typed("editions") == 0
    lines = capsys.readouterr().out.splitlines()
    assert tuple(line.split()[0] for line in lines) == edition_ids()
    assert "236 rules; printings: late-decks" in lines[edition_ids().index("ru-2004")]


def test_a_card_that_names_a_space_of_the_other_board_is_told_with_what_to_write(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "town.toml"
    assert typed("editions", "--new", str(file), "--from", "uk-classic") == 0
    text = file.read_text(encoding="utf-8")
    text = text.replace('name = "Mayfair"', 'name = "Castle Road"')
    file.write_text(text, encoding="utf-8")
    capsys.readouterr()
    assert typed("editions", "--check", str(file)) == 1
    (told,) = capsys.readouterr().err.splitlines()
    line = 1 + text.splitlines().index('text = "Advance to Mayfair"')
    assert f"line {line}, card chance/" in told
    assert "'Mayfair', which is 'Castle Road' on this board" in told
    assert 'text = "Advance to Castle Road"' in told
    mended = text.replace('"Advance to Mayfair"', '"Advance to Castle Road"')
    file.write_text(mended, encoding="utf-8")
    assert typed("editions", "--check", str(file)) == 0


def test_a_new_edition_begins_without_a_mistake(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is written is an edition under its own name, and is never written over."""
    file = tmp_path / "My Board.toml"
    assert typed("editions", "--new", str(file), "--from", "ru-2004") == 0
    assert 'id = "my-board"' in file.read_text(encoding="utf-8")
    assert check_edition(file.read_text(encoding="utf-8"), "x") == []
    assert typed("editions", "--check", str(file)) == 0
    said = capsys.readouterr().out
    assert "nothing is wrong with it, but 28 of 28 names are still those of ru-2004" in said
    file.write_text("mine", encoding="utf-8")
    with pytest.raises(CompanionError, match="there is such a file"):
        typed("editions", "--new", str(file), "--from", "ru-2004")
    assert file.read_text(encoding="utf-8") == "mine"


def test_every_mistake_is_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of several files, each is checked; one bad one is enough for a status of 1."""
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(edition_text("us-classic"), encoding="utf-8")
    text = edition_text("us-classic").replace("jail_turns = 3", "jail_turns = 0")
    bad.write_text(text.replace("price = 60\n", "price = 0\n"), encoding="utf-8")
    assert typed("editions", "--check", str(bad), str(good)) == 1
    out, err = capsys.readouterr()
    assert len(err.splitlines()) == 3
    assert all(line.startswith(f"companion: {bad}, ") for line in err.splitlines())
    assert out == f"{good}: nothing is wrong with it\n"


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (None, "No such file"),
        (b"\xff", "Line 1 is no text"),
        (b"# \n" * 400_000, "far too long"),
        (b"", "edition: This key is missing"),
    ],
)
def test_what_cannot_be_an_edition_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | None, part: str
) -> None:
    """A file that is missing, no text or endless gives its line as well."""
    file = tmp_path / "mine.toml"
    if content is not None:
        file.write_bytes(content)
    assert typed("editions", "--check", str(file)) == 1
    assert part in capsys.readouterr().err


def test_new_and_from_belong_together() -> None:
    """One without the other is wrong usage."""
    with pytest.raises(SystemExit):
        typed("editions", "--new", "x.toml")
    with pytest.raises(SystemExit):
        typed("editions", "--from", "us-classic")


def test_the_rules_are_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    """One rule a line, as text and as JSON."""
    assert typed("rules", "ru-2004") == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(load_rulebook("ru-2004").rules)
    assert lines[0].split()[:2] == ["ru-2004/setup-01", "setup/box"]
    assert typed("rules", "--json") == 0
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {"id", "key", "says", "shows"} <= records[-1].keys()
    assert {record["id"].split("/")[0] for record in records} == {*edition_ids()}


def test_coverage_counts_what_passing_scenarios_show(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A failing scenario shows nothing and is named."""
    (tmp_path / "good.toml").write_text(SHOWS_A_CLAIM, encoding="utf-8")
    failing = SHOWS_A_CLAIM.replace("rent-02", "rent-01").replace("1494", "1495")
    (tmp_path / "bad.toml").write_text(failing, encoding="utf-8")
    assert typed("rules", "us-classic", "--coverage", str(tmp_path), "--json") == 0
    out, err = capsys.readouterr()
    coverage = json.loads(out)
    assert coverage.keys() == {
        *("edition", "rules", "by_scenario", "by_test", "exempt", "missing"),
    }
    assert coverage["by_scenario"] == 1
    assert "us-classic/rent-02" not in coverage["missing"]
    assert "us-classic/rent-01" in coverage["missing"]
    assert "bad.toml: shows no rule: step 2: " in err


def test_a_failing_scenario_of_another_edition_is_no_concern(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only the edition that was asked for is spoken of."""
    failing = SHOWS_A_CLAIM.replace("1494", "1495")
    (tmp_path / "bad.toml").write_text(failing, encoding="utf-8")
    assert typed("rules", "ru-2004", "--coverage", str(tmp_path)) == 0
    assert capsys.readouterr().err == ""


def test_the_last_line_of_coverage_is_the_share(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is missing comes first, with what it says."""
    (tmp_path / "good.toml").write_text(SHOWS_A_CLAIM, encoding="utf-8")
    assert typed("rules", "us-classic", "--coverage", str(tmp_path)) == 0
    *missing, counts, last = capsys.readouterr().out.splitlines()
    assert all(line.startswith("missing  ") for line in missing)
    book = load_rulebook("us-classic")
    covered = len(book.rules) - len(missing)
    left = [rule for rule in book.rules if not (rule.by_test or rule.exempt)]
    assert [line.split()[1] for line in missing] == [
        rule.id for rule in left if rule.id != "us-classic/rent-02"
    ]
    assert counts.startswith("1 by scenario, ")
    share = 100 * covered / len(book.rules)
    assert last == f"us-classic: {share:.1f} % ({covered} of {len(book.rules)})"


def test_what_the_referee_does_not_cite_is_not_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Naming a rule is easy; a scenario shows it only where the referee speaks of it."""
    named = SHOWS_A_CLAIM.replace('["us-classic/rent-02"]', '["us-classic/station-01"]')
    assert named != SHOWS_A_CLAIM
    (tmp_path / "named.toml").write_text(named, encoding="utf-8")
    assert typed("rules", "us-classic", "--coverage", str(tmp_path)) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[4] for line in lines if line.startswith("named but not cited")] == [
        "us-classic/station-01"
    ]
    assert lines[-2].startswith("0 by scenario, ")


def test_a_folder_without_scenarios_is_refused(tmp_path: Path) -> None:
    """A mistyped folder is not a coverage of nothing."""
    with pytest.raises(CompanionError, match="there are no scenarios here"):
        typed("rules", "--coverage", str(tmp_path))
