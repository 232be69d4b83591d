"""The catalogues: what they say, and that they say it with the same facts."""

import re

import pytest

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
from web.language import catalogues

PATIENCE = 40
"""So many sentences may wait for a translator at a time; they are said in English meanwhile."""


def test_there_is_a_catalogue_for_each_language_of_the_editions() -> None:
    assert set(LANGUAGES) < set(catalogues())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_says_what_the_pages_say(language: str) -> None:
    """`make messages` writes the sentences that are missing into it, and drops those gone."""
    waiting = missing(catalogue(language), sentences())
    listed = "\n  ".join(waiting)
    assert len(waiting) <= PATIENCE, f"{language} lacks {len(waiting)}:\n  {listed}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_facts_and_markup_are_those_of_the_source(language: str) -> None:
    assert wrong(catalogue(language)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_phones_get_is_what_was_written(language: str) -> None:
    """`make messages` compiles the catalogues."""
    assert path_of(language).with_suffix(".mo").read_bytes() == compiled(catalogue(language))


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
