"""Editions of one's own: begun from one that ships, named, checked, offered, played."""

from pathlib import Path

import pytest

from companion.editions.beginning import new_edition_text
from companion.editions.library import Library
from companion.editions.load import (
    check_edition,
    edition_from_toml,
    edition_ids,
    edition_text,
    load_edition,
    load_rulebook,
    recorded_edition,
)
from companion.errors import EditionError
from companion.words import Space


def laid(home: Path, name: str, text: str) -> Path:
    """Put a file into the home's editions."""
    folder = home / "editions"
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


OURS = new_edition_text("us-classic", "our-street", "Our street")


@pytest.mark.parametrize("source", edition_ids())
def test_a_new_edition_asks_for_28_names_and_is_right_as_it_begins(source: str) -> None:
    text = new_edition_text(source, "mine", "Mine")
    assert check_edition(text, "mine.toml") == []
    assert [f"  # deed {n} of 28\n" in text for n in range(1, 29)] == [True] * 28
    assert text.count('\nid = "mine"  # ') == text.count('\nname = "Mine"  # ') == 1
    edition = edition_from_toml(text, "mine.toml")
    assert (edition.name, edition.catalogue, edition.unconfirmed) == ("Mine", source, ())
    shipped = load_edition(source)
    assert edition.parameters == shipped.parameters
    assert edition.cards == shipped.cards
    ways = [printing.id for printing in shipped.printings if printing.is_rule_set]
    assert [printing.id for printing in edition.printings] == ways


def test_28_names_typed_are_an_edition() -> None:
    text = OURS
    for number in range(1, 29):
        before, line, after = _around(text, f"  # deed {number} of 28\n")
        text = before + f'name = "Street {number}"' + line + after
    assert check_edition(text, "x.toml") == []
    edition = edition_from_toml(text, "x.toml")
    assert [lot.name for lot in edition.lots] == [f"Street {n}" for n in range(1, 29)]


def _around(text: str, sign: str) -> tuple[str, str, str]:
    start = text.rindex("\n", 0, text.index(sign)) + 1
    end = text.index(sign)
    return text[:start], sign, text[end + len(sign) :]


FROM = 'from = "us-classic"'
ID = 'id = "our-street"'


@pytest.mark.parametrize(
    ("there", "typed", "parts"),
    [
        (
            FROM,
            'from = "us-clasic"',
            ["edition, from", "us-clasic", "Did you mean us-classic"],
        ),
        (FROM, "", ["edition, from", "not said by whose rulebook", "one of"]),
        (FROM, "from = 3", ["edition, from", "a text in quotes"]),
        (ID, 'id = "ru-2004"', ["edition, id", "ru-2004 comes with", "an id of its own"]),
        (ID, 'id = "Our street"', ["edition, id", "no id", "small letters"]),
        (ID, f'id = "{"x" * 41}"', ["edition, id", "no id", "40 at most"]),
        (ID, "id = 7", ["edition, id", "a text in quotes"]),
        (ID, "", ["edition, id", "missing"]),
        ('name = "Our street"', 'name = ""', ["edition, name", "a text in quotes"]),
        ('name = "Baltic Avenue"', "name = Baltic", ["Line ", "no TOML"]),
        ('name = "Baltic Avenue"', "", ["space 3, name", "missing"]),
    ],
)
def test_what_only_ones_own_file_can_have_wrong_is_named(
    there: str, typed: str, parts: list[str]
) -> None:
    assert there in OURS
    mistakes = [str(mistake) for mistake in check_edition(OURS.replace(there, typed, 1), "o.toml")]
    assert all(mistake.startswith("o.toml") for mistake in mistakes)
    assert any(all(part in mistake for part in parts) for mistake in mistakes), mistakes


def test_a_changed_copy_of_a_shipped_file_must_have_an_id_of_its_own() -> None:
    copy = edition_text("us-classic").replace("Baltic Avenue", "Our road", 1)
    (mistake,) = check_edition(copy, "o.toml")
    assert "o.toml, edition, id: An edition us-classic comes with the companion" in str(mistake)


def test_files_in_the_home_are_editions_like_the_others(tmp_path: Path) -> None:
    laid(tmp_path, "any name.toml", OURS.replace("Baltic Avenue", "Our road", 1))
    library = Library(tmp_path)
    assert library.ids() == (*edition_ids(), "our-street")
    edition = library.edition("our-street", (), {"jail_fine": 60})
    assert edition.space(Space(3)).name == "Our road"
    assert edition.parameters.jail_fine == 60
    assert library.rulebook("our-street") == load_rulebook("us-classic")
    assert library.mistakes() == ()


def test_a_file_begun_by_an_editor_on_windows_is_read(tmp_path: Path) -> None:
    laid(tmp_path, "a.toml", "\ufeff" + OURS.replace("\n", "\r\n"))
    assert Library(tmp_path).ids()[-1] == "our-street"


def test_a_home_without_editions_has_those_that_ship(tmp_path: Path) -> None:
    assert Library(tmp_path).ids() == Library().ids() == edition_ids()


def test_a_file_that_cannot_be_played_says_why_and_hinders_no_other(tmp_path: Path) -> None:
    laid(tmp_path, "a.toml", OURS)
    laid(tmp_path, "b.toml", OURS.replace("price = 60", "price = 0", 1))
    laid(tmp_path, "c.toml", OURS)
    laid(tmp_path, "d.toml", edition_text("us-classic"))
    laid(tmp_path, "e.toml", "what is this")
    (tmp_path / "editions" / "f.toml").write_bytes(b"\xff\xfe")
    (tmp_path / "editions" / "g.toml").mkdir()
    library = Library(tmp_path)
    assert library.ids() == (*edition_ids(), "our-street")
    told = [str(mistake) for mistake in library.mistakes()]
    assert [line.partition(":")[0].partition(",")[0] for line in told] == [
        *("b.toml", "c.toml", "d.toml", "e.toml", "f.toml", "g.toml"),
    ]
    assert "space 1, price: 0 cannot be meant" in told[0]
    assert "a.toml has the id our-street too" in told[1]


def test_an_edition_whose_file_is_wrong_is_not_said_to_be_missing(tmp_path: Path) -> None:
    laid(tmp_path, "our-street.toml", "[edition]\nid = 3\n")
    with pytest.raises(EditionError) as raised:
        Library(tmp_path).edition("our-street")
    assert raised.value.where.startswith("our-street.toml")
    assert "There is no edition" not in str(raised.value)


def test_an_edition_that_there_is_not_is_refused(tmp_path: Path) -> None:
    laid(tmp_path, "a.toml", OURS)
    with pytest.raises(EditionError, match="Did you mean our-street"):
        Library(tmp_path).edition("our-streat")


def test_a_kept_text_outlives_parameters_that_come_and_go() -> None:
    older = OURS.replace("go_salary = 200\n", "").replace("jail_fine = 50", "jail_fine = 40")
    older = older.replace("[parameters]\n", "[parameters]\nstories_told = 3\n", 1)
    assert check_edition(older, "x")
    edition = recorded_edition(older, "x", (), {}, {})
    assert edition.parameters.go_salary == 200
    assert edition.parameters.jail_fine == 40
    assert edition.text == older


def test_a_kept_text_outlives_checks_that_come_later() -> None:
    """A mistake that nobody looked for when the game began does not end it."""
    older = OURS.replace("notes = [1, 5, 10", "notes = [5, 1, 10").replace(
        'language = "en"', 'language = "en"\nmood = "good"', 1
    )
    assert len(check_edition(older, "x")) == 1
    edition = recorded_edition(older, "x", (), {"jail_fine": 60}, {})
    assert (edition.name, edition.parameters.jail_fine) == ("Our street", 60)


def test_a_file_is_read_anew_once_it_changes(tmp_path: Path) -> None:
    file = laid(tmp_path, "a.toml", OURS)
    library = Library(tmp_path)
    first = library.edition("our-street")
    file.write_text(OURS.replace("Baltic Avenue", "A longer road", 1), encoding="utf-8")
    assert library.edition("our-street").space(Space(3)).name == "A longer road"
    assert first.space(Space(3)).name == "Baltic Avenue"
    file.unlink()
    assert library.ids() == edition_ids()
