"""Numbers are heard as they are spelt out, by the espeak-ng that is installed."""

import re
import shutil
import subprocess
import unicodedata
from collections.abc import Iterator
from difflib import SequenceMatcher
from fractions import Fraction
from functools import cache
from itertools import chain, islice

import pytest

from companion.editions.load import edition_ids, load_edition
from companion.voice.croupier import Croupier
from tests.end_to_end.spoken import spoken
from tests.support.spelt_out import NOUNS, spelt
from tests.support.tiers import first_of
from web.shared.language import catalogues

LANGUAGES = ("en", "de", "it", "ru")
AMOUNTS = (
    *range(131),
    *(200, 201, 202, 211, 221, 222, 300, 375, 400, 500, 501, 745, 816, 900, 999),
    *range(1000, 1025),
    *(1050, 1101, 1111, 1200, 1301, 1500, 1721, 1999, 2000, 2001, 2050, 2300, 2999, 3000, 4521),
    *(10000, 11000, 15140, 20580, 21000, 21001, 22000, 30301),
)
"""In the edition's own unit: the ends of all kinds, and thousands around one million roubles."""


@cache
def espeak() -> str:
    found = shutil.which("espeak-ng")
    assert found, "these tests hear with espeak-ng 1.51 or 1.52: sudo apt install espeak-ng"
    return found


@cache
def version() -> str:
    asked = [espeak(), "--version"]
    return subprocess.run(asked, capture_output=True, text=True, check=True, timeout=60).stdout


def heard(texts: list[str], language: str) -> list[str]:
    """Return the sounds of some texts, without stress, length and the gaps between words."""
    said = subprocess.run(
        [espeak(), "-q", "--ipa", "-v", language, "--stdin"],
        input="\n\n".join(f"{text}." for text in texts),
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    ).stdout
    lines = [line for line in said.splitlines() if line.strip()]
    assert len(lines) == len(texts), said
    return ["".join(map(bare, line)) for line in lines]


def bare(letter: str) -> str:
    return letter if unicodedata.category(letter).startswith("Ll") else ""


def alike(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


def misheard(written: list[str], numbers: list[int], language: str, code: str) -> list[str]:
    """Return what is heard neither exactly as its number in words, nor most like it.

    A voice joins the words of a number otherwise than those of a sentence: `hundred and`. So what
    is not equal is held against what it must not be: other numbers, and the form that counts
    nothing.
    """
    in_words = [spelt(number, language, code) for number in numbers]
    both = [heard(texts, language) for texts in (written, in_words)]
    unlike = [place for place, sounds in enumerate(zip(*both, strict=True)) if len({*sounds}) > 1]
    others = [
        [text for text in mistakes(numbers[at], language, code) if text != in_words[at]]
        for at in unlike
    ]
    sounds = iter(heard([*chain.from_iterable(others)], language))
    return [
        f"{written[at]}: {both[0][at]}, not {in_words[at]}: {both[1][at]}"
        for at, texts in zip(unlike, others, strict=True)
        if max([alike(both[0][at], sound) for sound in islice(sounds, len(texts))])
        >= alike(both[0][at], both[1][at])
    ]


def mistakes(number: int, language: str, code: str) -> Iterator[str]:
    """Yield what a number may be mistaken for, each in words."""
    if noun := NOUNS[language][code][number != 1]:
        yield f"{spelt(number, language, '')} {noun}"
    for other in {number + 1, number - 1, number // 10, number * 10, number // 1000, number * 1000}:
        if other > 0:
            yield spelt(other, language, code)
    millions, rest = divmod(number, 10**6)
    if millions and rest >= 1000:  # read as thousands, which come twice then
        yield f"{spelt(millions * 1000, language, '')} {spelt(rest, language, code)}"


def currencies() -> Iterator[str]:
    """Yield an edition of each currency and unit."""
    known: dict[tuple[str, int], str] = {}
    for edition in edition_ids():
        currency = load_edition(edition).currency
        known.setdefault((currency.code, currency.unit), edition)
    yield from known.values()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition_id", first_of(currencies()))
def test_every_amount_is_heard_as_it_is_spelt_out(edition_id: str, language: str) -> None:
    edition = load_edition(edition_id)
    croupier = Croupier(catalogues()[language], edition, ("Ann", "Bob"))
    written: list[str] = [croupier.money(amount) for amount in AMOUNTS]
    numbers = [amount * edition.currency.unit for amount in AMOUNTS]
    assert misheard(written, numbers, language, edition.currency.code) == [], version()


@pytest.mark.parametrize("language", LANGUAGES)
def test_dice_are_heard_as_they_are_spelt_out(language: str) -> None:
    croupier = Croupier(catalogues()[language], load_edition("us-classic"), ("Ann", "Bob"))
    numbers = [*range(1, 37)]
    assert misheard([croupier.number(one) for one in numbers], numbers, language, "") == []


@pytest.mark.parametrize(
    ("language", "code", "number", "digits"),
    [
        ("de", "EUR", 1, "1 Euro"),
        ("de", "DEM", 101, "101 Mark"),
        ("it", "GBP", 1, "1 sterlina"),
        ("ru", "DEM", 2, "2 марки"),
        ("ru", "DEM", 21, "21 марка"),
    ],
)
def test_plain_digits_would_be_misheard(language: str, code: str, number: int, digits: str) -> None:
    assert len(misheard([digits], [number], language, code)) == 1


@pytest.mark.parametrize(
    ("edition", "language", "amount", "said"),
    [
        ("ru-2004", "ru", 1050, "Ann платит один миллион пятьдесят тысяч рублей"),
        ("ru-2004", "ru", 21, "Ann платит двадцать одну тысячу рублей"),
        ("de-dm", "ru", 1, "Ann платит одну марку"),
        ("de-dm", "ru", 2, "Ann платит две марки"),
        ("de-dm", "de", 1, "Ann zahlt eine Mark"),
        ("it-eg", "de", 1, "Ann zahlt einen Euro"),
        ("it-eg", "de", 101, "Ann zahlt 100 und einen Euro"),
        ("uk-classic", "de", 1, "Ann zahlt ein Pfund"),
        ("it-eg", "it", 1, "Ann paga un euro"),
        ("uk-classic", "it", 1, "Ann paga una sterlina"),
        ("ru-2004", "it", 1000, "Ann paga un milione di rubli"),
        ("us-classic", "en", 1, "Ann pays 1 dollar"),
        ("got-2015", "de", 1, "Ann zahlt 1"),
    ],
)
def test_who_pays_is_said_in_the_form_of_what_is_paid(
    edition: str, language: str, amount: int, said: str
) -> None:
    croupier = Croupier(catalogues()[language], load_edition(edition), ("Ann", "Bob"))
    facts = {"payer": "Ann", "amount": croupier.money(amount)}
    assert croupier.say("{payer} pays {amount}", **facts) == said


@pytest.mark.parametrize(
    ("edition", "language", "said"),
    [
        ("us-classic", "en", "187 and a half dollars"),
        ("us-classic", "de", "187 einhalb Dollar"),
        ("us-classic", "it", "187 e mezzo dollari"),
        ("de-dm", "ru", "сто восемьдесят семь с половиной марок"),
        ("ru-2004", "en", "187500 roubles"),
    ],
)
def test_half_a_unit_of_worth_is_said_with_its_currency(
    edition: str, language: str, said: str
) -> None:
    croupier = Croupier(catalogues()[language], load_edition(edition), ("Ann", "Bob"))
    assert croupier.worth(Fraction(375, 2)) == said


def test_no_digits_are_left_to_a_russian_voice_in_a_whole_game() -> None:
    """Names of players and spaces have none in this edition; a printed card may have."""
    lines = [*spoken("ru-2004", "ru", "brief")]
    assert len(lines) > 100
    assert [line for line in lines if re.search(r"\d|%", line)] == []
