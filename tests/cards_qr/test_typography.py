"""Type on sheets: words made to fit."""

import re

from hypothesis import given
from hypothesis import strategies as st

from cards_qr.printing.ink import GROUPS, ink, on
from cards_qr.printing.typography import BOLD, ELLIPSIS, LEADING, fitted, printable, width_of
from cards_qr.printing.words import every_language, words_in
from companion.editions.colours import WORDS
from companion.editions.load import edition_ids, load_edition
from tests.support.repository import ROOT

LETTERS = st.text("abcdefgWMij äöüÀçЩжыф№.-'", min_size=1, max_size=60)


@given(LETTERS, st.floats(8, 40), st.floats(3, 20))
def test_words_never_leave_their_box(text: str, width: float, height: float) -> None:
    lines = fitted(text, width, height, largest=2.0, smallest=1.2, face=BOLD)
    assert all(width_of(line, lines.size, BOLD) <= width + 1e-6 for line in lines.lines)
    assert len(lines.lines) * lines.size * LEADING <= height + 1e-6
    shown = "".join(lines.lines).replace(" ", "")
    wanted = printable(text).replace(" ", "")
    assert shown == wanted or (shown.endswith(ELLIPSIS) and wanted.startswith(shown[:-1]))


def test_what_fits_is_set_large_and_whole() -> None:
    assert fitted("Baltic", 18, 4, largest=1.9, smallest=1.2).size == 1.9
    assert fitted("Baltic Avenue", 9, 5, largest=1.9, smallest=1.2).lines == ("Baltic", "Avenue")


def test_forty_letters_fit_beneath_a_tag_and_more_end_in_an_ellipsis() -> None:
    forty = "Großherzoglich-Mecklenburgische Uferallee"
    assert len(forty) == 41
    assert "".join(fitted(forty, 18, 4.4, largest=1.9, smallest=1.15).lines).replace(
        " ", ""
    ) == forty.replace(" ", "")
    assert fitted("W" * 80, 18, 4.4, largest=1.9, smallest=1.15).lines[-1].endswith(ELLIPSIS)


def test_the_face_has_every_letter_of_every_edition() -> None:
    for edition in map(load_edition, edition_ids()):
        said = [*(s.name for s in edition.spaces), *(card.text for card in edition.cards)]
        said += [edition.name, edition.currency.write, *(deck.name for deck in edition.decks)]
        said = [" ".join(text.split()) for text in said]
        assert said == [printable(text) for text in said]


def test_a_letter_that_the_face_has_not_is_a_box() -> None:
    assert printable("大 Улица\n1") == "□ Улица 1"


def test_every_edition_finds_words_in_its_language() -> None:
    languages = {load_edition(edition).language for edition in edition_ids()}
    assert languages <= every_language().keys()
    assert words_in("xx") == words_in("en")
    assert words_in("de-AT") == words_in("de")


def test_ink_is_the_colour_of_the_pages() -> None:
    """Whoever looks from the cardboard to the phone must find the same colour."""
    light = (ROOT / "web/static/look.css").read_text().partition("@media")[0]
    pages = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", light))
    assert {name: pages[name] for name in GROUPS} == GROUPS
    assert set(WORDS.values()) <= GROUPS.keys()
    assert on(ink(GROUPS["yellow"])) != on(ink(GROUPS["dark-blue"]))
