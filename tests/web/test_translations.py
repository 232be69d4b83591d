"""The catalogues: what they say, and that they say it with the same facts."""

import io
import re
from collections.abc import Mapping
from unittest.mock import patch

import pytest
from babel.messages.mofile import read_mo

from companion.editions.load import edition_ids, load_edition
from companion.speaker import NBSP, Speaker
from companion.words import Space
from tests.support.english import is_english, nameless
from tests.support.messages import (
    LANGUAGES,
    catalogue,
    compiled,
    gone,
    missing,
    path_of,
    sentences,
    wrong,
)
from web.shared.language import DOMAIN, RULES, catalogues

DOMAINS = pytest.mark.parametrize("domain", [DOMAIN, RULES])

PLACE = "it only puts a name there"
LIKE_HERE = "the word is the same in both languages"
NAMED = "it is a name"
SAME: Mapping[str, Mapping[str, str]] = {
    "orange": {"de": LIKE_HERE},
    "{lot}": dict.fromkeys(LANGUAGES, PLACE),
    "{space}": dict.fromkeys(LANGUAGES, PLACE),
    "{seconds} s": dict.fromkeys(("de", "it"), "the unit has one sign"),
    "%(minutes)s min": {"it": "the unit has one sign"},
    "Mr. Monopoly": dict.fromkeys(("de", "it"), NAMED),
    "Zoom": dict.fromkeys(("de", "it"), LIKE_HERE),
    "Bus": {"de": LIKE_HERE},
    "Club": dict.fromkeys(("de", "it"), LIKE_HERE),
    "Lobby": dict.fromkeys(("de", "it"), LIKE_HERE),
    "Name": {"de": LIKE_HERE},
    "Password": {"it": LIKE_HERE},
    "Code": {"de": LIKE_HERE},
    "Code: %(code)s": {"de": LIKE_HERE},
    "Hotel": {"de": LIKE_HERE},
    "Hotels": {"de": LIKE_HERE},
    "Orange": {"de": LIKE_HERE},
    "No": {"it": LIKE_HERE},
    "no": {"it": LIKE_HERE},
}
"""What may stand in a catalogue as in English: why, by language."""


def test_there_is_a_catalogue_for_each_language_of_the_editions() -> None:
    spoken = {load_edition(edition).language.partition("-")[0] for edition in edition_ids()}
    assert {*spoken, *LANGUAGES} == set(catalogues())


def heard_in(compiled_catalogue: bytes) -> tuple[str, dict[str, object]]:
    """Return all that a compiled catalogue says, and how it counts."""
    said = read_mo(io.BytesIO(compiled_catalogue))
    return said.plural_forms, {str(message.id): message.string for message in said if message.id}


@DOMAINS
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_says_what_the_pages_say(language: str, domain: str) -> None:
    """`make messages` writes the sentences that are missing into it, and drops those gone."""
    waiting = missing(catalogue(language, domain), sentences(domain))
    listed = "\n  ".join(waiting)
    assert not waiting, f"{language}, {domain}: lacks {len(waiting)}:\n  {listed}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stays_as_in_english_stays_for_a_reason(language: str) -> None:
    said = (message for message in catalogue(language) if message.id)
    same = {str(message.id) for message in said if message.string == message.id}
    assert same == {sentence for sentence, why in SAME.items() if language in why}


@DOMAINS
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_is_a_sentence_in_english(language: str, domain: str) -> None:
    """Facts, names on boards and the words of files, such as `from`, are left out."""
    said = (nameless(str(message.string)) for message in catalogue(language, domain) if message.id)
    told = (re.sub(r"[{][a-z]+[}]|%[(][a-z]+[)]s| from ", " ", text) for text in said)
    assert [text for text in told if is_english(text)] == []


@DOMAINS
@pytest.mark.parametrize("language", LANGUAGES)
def test_facts_and_markup_are_those_of_the_source(language: str, domain: str) -> None:
    assert wrong(catalogue(language, domain)) == []


@DOMAINS
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_phones_get_is_what_was_written(language: str, domain: str) -> None:
    """`make messages` compiles the catalogues; which Babel did says nothing of what they say."""
    written = path_of(language, domain).with_suffix(".mo").read_bytes()
    assert heard_in(written) == heard_in(compiled(catalogue(language, domain)))


def test_a_catalogue_compiled_by_another_babel_says_the_same() -> None:
    german = catalogue("de")
    here = compiled(german)
    with patch("babel.messages.catalog.VERSION", "99.0"):
        newer = compiled(german)
    assert newer != here
    assert heard_in(newer) == heard_in(here)
    german["Buy for {amount}"].string = "Kaufen"
    assert heard_in(compiled(german)) != heard_in(here)


def test_a_sentence_without_translation_or_with_a_form_too_few_is_missing() -> None:
    russian, source = catalogue("ru"), sentences()
    assert "{n} card" not in missing(russian, source)
    russian["{n} card"].string = ("{n} карточка", "{n} карточки", "")
    assert "{n} card" in missing(russian, source)
    assert "Roll the dice." not in missing(russian, source)
    russian["Roll the dice."].string = ""
    assert "Roll the dice." in missing(russian, source)


def test_german_has_one_word_for_a_phone() -> None:
    said = (str(message.string) for message in catalogue("de"))
    assert [text for text in said if re.search(r"Telefon(?!nummer)", text)] == []


def test_a_lost_fact_is_wrong_and_a_sentence_nobody_says_is_gone() -> None:
    german, source = catalogue("de"), sentences()
    german["Buy for {amount}"].string = "Kaufen"
    german.add("Roll the dominoes.", string="Wirf die Dominosteine.")
    assert wrong(german) == ["Buy for {amount}"]
    assert "Roll the dominoes." in gone(german, source)


@pytest.mark.parametrize(
    ("language", "number", "said"),
    [("ru", 1, "1 дом"), ("ru", 3, "3 дома"), ("ru", 5, "5 домов"), ("de", 2, "2 Häuser")],
)
def test_things_are_counted_as_the_language_counts(language: str, number: int, said: str) -> None:
    told = catalogues()[language].ngettext("{n} house", "{n} houses", number)
    assert told.format(n=number) == said


@pytest.mark.parametrize(
    ("edition_id", "language", "lot", "said"),
    [
        ("us-classic", "ru", 6, "голубой"),
        ("us-classic", "de", 5, "Bahnhof"),
        ("ru-2004", "en", 6, "light blue"),
        ("ru-2004", "en", 5, "station"),
        ("ru-2004", "ru", 5, "железнодорожный вокзал"),
        ("de-dm", "de", 1, "dunkellila"),
        ("it-eg", "de", 1, "rosa"),
        ("disney", "en", 12, "special power"),
    ],
)
def test_a_group_has_its_colours_name_in_the_readers_language(
    edition_id: str, language: str, lot: int, said: str
) -> None:
    edition = load_edition(edition_id)
    speaker = Speaker(catalogues()[language], edition, ())
    assert speaker.family(edition.space(Space(lot))) == said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition_id", edition_ids())
def test_no_group_is_called_by_a_key(edition_id: str, language: str) -> None:
    speaker = Speaker(catalogues()[language], load_edition(edition_id), ())
    said = [speaker.family(space) for space in speaker.edition.spaces if space.is_lot]
    assert [name for name in said if "-" in name or is_english(name)] == []


@pytest.mark.parametrize(
    ("edition_id", "language", "said", "seconds"),
    [
        ("us-classic", "en", "$1,500", "2.861"),
        ("us-classic", "de", "$1.500", "2,861"),
        ("us-classic", "it", "$1.500", "2,861"),
        ("us-classic", "ru", f"$1{NBSP}500", "2,861"),
        ("ru-2004", "de", f"1{NBSP}500{NBSP}тыс.{NBSP}руб.", "2,861"),
    ],
)
def test_numbers_are_written_as_the_readers_language_does(
    edition_id: str, language: str, said: str, seconds: str
) -> None:
    """Where the box has a comma between thousands, which elsewhere stands before a fraction."""
    speaker = Speaker(catalogues()[language], load_edition(edition_id), ())
    assert (speaker.money(1500), speaker.decimal(2.861)) == (said, seconds)
