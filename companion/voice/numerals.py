"""Numbers as they are said beside what they count, where digits alone are read out wrongly.

Voices read digits as one counts, not as one counts something: German `1 Euro` is heard with the
form that stands alone, Russian `21 марка` as masculine. espeak-ng 1.51 even reads Russian millions
as thousands. So what is wrong in digits is written in words; the rest stays digits, which every
voice reads rightly in its own language.
"""

from collections.abc import Iterator
from typing import Literal

Gender = Literal["m", "f", "n", ""]
"""Of the noun that is counted, as its translation says in `{n:f}`; "" where nothing is counted."""

MILLION = 1_000_000
_ONES = ("", "один", "два", "три", "четыре", "пять", "шесть", "семь", "восемь", "девять")
_TEENS = (
    *("десять", "одиннадцать", "двенадцать", "тринадцать", "четырнадцать", "пятнадцать"),
    *("шестнадцать", "семнадцать", "восемнадцать", "девятнадцать"),
)
_TENS = (
    *("", "", "двадцать", "тридцать", "сорок", "пятьдесят", "шестьдесят", "семьдесят"),
    *("восемьдесят", "девяносто"),
)
_HUNDREDS = (
    *("", "сто", "двести", "триста", "четыреста", "пятьсот", "шестьсот", "семьсот"),
    *("восемьсот", "девятьсот"),
)
_FEMALE = {"один": "одна", "два": "две"}
_NEUTER = {"один": "одно"}
_SCALES: tuple[tuple[int, Gender, tuple[str, str, str]], ...] = (
    (1_000_000_000, "m", ("миллиард", "миллиарда", "миллиардов")),
    (MILLION, "m", ("миллион", "миллиона", "миллионов")),
    (1000, "f", ("тысяча", "тысячи", "тысяч")),
)
_GIVEN = {"одна": "одну", "тысяча": "тысячу", "марка": "марку"}
"""What changes in Russian where an amount is what is paid: the feminine alone."""


def numeral(number: int, language: str, gender: Gender = "") -> str:
    """Return a number as it stands before the noun that it counts, or alone."""
    match language:
        case "ru":
            return russian(number, gender)
        case "de":
            return _german(number, gender)
        case "it":
            return _italian(number, gender)
    return str(number)


def given(amount: str, language: str, gender: Gender = "") -> str:
    """Return a whole amount as what somebody pays, gets or bids: in the accusative."""
    if language == "ru":
        return " ".join(_GIVEN.get(word, word) for word in amount.split(" "))
    if language == "de" and gender == "m":
        return " ".join("einen" if word == "ein" else word for word in amount.split(" "))
    return amount


def and_a_half(number: int, language: str) -> str:
    """Return a number and a half, before a noun in its plural."""
    match language:
        case "ru":
            return f"{russian(number)} с половиной"
        case "de":
            return f"{number} einhalb"
        case "it":
            return f"{number} e mezzo"
    return f"{number} and a half"


def russian(number: int, gender: Gender = "") -> str:
    """Return a number in Russian words, in the nominative."""
    if number < 0:
        return f"минус {russian(-number, gender)}"
    if number == 0:
        return "ноль"
    words: list[str] = []
    for scale, of, forms in _SCALES:
        many, number = divmod(number, scale)
        if many:
            words += [*_below_thousand(many, of), _counted(many, forms)]
    return " ".join((*words, *_below_thousand(number, gender)))


def _below_thousand(number: int, gender: Gender) -> Iterator[str]:
    hundreds, rest = divmod(number, 100)
    tens, ones = divmod(rest, 10)
    last = _TEENS[ones] if tens == 1 else _ONES[ones]
    forms = {"f": _FEMALE, "n": _NEUTER}.get(gender, {})
    yield from filter(None, (_HUNDREDS[hundreds], _TENS[tens], forms.get(last, last)))


def _counted(number: int, forms: tuple[str, str, str]) -> str:
    """Return one, few or many of a scale."""
    if number % 100 in range(11, 15):
        return forms[2]
    return forms[0] if number % 10 == 1 else forms[1] if number % 10 in (2, 3, 4) else forms[2]


def _german(number: int, gender: Gender) -> str:
    """Return `ein`, `eine`, `100 und ein`: whatever ends in one, but not in eleven."""
    if not gender or number % 100 != 1:
        return str(number)
    one = "eine" if gender == "f" else "ein"
    return one if number == 1 else f"{number - 1} und {one}"


def _italian(number: int, gender: Gender) -> str:
    """Return `un`, `una`; and whole millions `di` what they are of."""
    if not gender:
        return str(number)
    if number == 1:
        return "una" if gender == "f" else "un"
    if number and number % MILLION == 0:
        millions = number // MILLION
        return "un milione di" if millions == 1 else f"{millions} milioni di"
    return str(number)
