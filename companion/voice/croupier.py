"""A speaker to be heard: amounts and names written as voices read them rightly."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple, Self, cast

from companion.game.terms import Goods
from companion.sayings.said import counted
from companion.speaker import GIVEN, Speaker
from companion.voice.numerals import Gender, and_a_half, given, numeral
from companion.words import Money, Space

MANY = 5
"""A number that takes the plural in every language, as a half more does."""

_WRITTEN_OUT = {
    "ул.": "улица",
    "наб.": "набережная",
    "ж/д": "железная дорога",
    "B. & O.": "B and O",
}
_CURRENCIES = {
    "USD": counted("{n} dollar", "{n} dollars"),
    "GBP": counted("{n} pound", "{n} pounds"),
    "EUR": counted("{n} euro", "{n} euros"),
    "DEM": counted("{n} mark", "{n} marks"),
    "RUB": counted("{n} rouble", "{n} roubles"),
}
_PER_CENT = re.compile(r"\{percent\}\s%")
_GENDER = re.compile(r"\{n:([mfn])\}")
_STREET = re.compile(r"(?<=\w) St\.(?= |$)")


class Amount(str):
    """An amount as it is said; in a sentence with `{amount:given}` as what somebody gives."""

    __slots__ = ("as_given",)
    as_given: str

    def __new__(cls, text: str, as_given: str) -> Self:
        """Return an amount with its other form."""
        amount = super().__new__(cls, text)
        amount.as_given = as_given
        return amount

    def __format__(self, form: str) -> str:
        """Return the form that a sentence asks for."""
        return self.as_given if form == GIVEN else str(self)


class _Counted(NamedTuple):
    """A number to be put before its noun: the translation says of what gender that is."""

    number: int
    half: bool
    language: str

    def __format__(self, gender: str) -> str:
        if self.half:
            return and_a_half(self.number, self.language)
        return numeral(self.number, self.language, cast("Gender", gender))


class Croupier(Speaker):
    """Says things aloud about one game in one language.

    Amounts are digits with a counted noun after them, or words where digits would be read wrongly
    (`numerals`). An edition that counts in thousands is heard in full: `22000` is right in every
    gender, `22 thousand` not.
    """

    def money(self, amount: Money) -> Amount:
        """Return an amount as it is said: `300 dollars`; bare where the box names no currency."""
        return self._in_full(amount * self.edition.currency.unit)

    def worth(self, amount: Fraction) -> str:
        """Return what somebody is worth, to the half of what is counted."""
        halves = round(amount * self.edition.currency.unit * 2)
        return self._in_full(halves // 2, half=bool(halves % 2))

    def _in_full(self, n: int, *, half: bool = False) -> Amount:
        currency = self.edition.currency
        forms = _CURRENCIES.get(currency.code)
        counted = _Counted(n, half, self.language)
        if forms is None:
            text = f"{counted} {currency.symbol}".rstrip()
            return Amount(text, text)
        plural = MANY if half else n
        noun = self._catalogue.ngettext(*forms, plural)
        text = noun.format(n=counted)
        gender = cast("Gender", next(iter(_GENDER.findall(noun)), ""))
        return Amount(text, given(text, self.language, gender))

    def filled(self, sentence: str, facts: Mapping[str, Any]) -> str:
        """Return a sentence with its facts put in, numbers among them as they are said."""
        if "percent" in facts:
            share = self.count("{n} percent", "{n} percent", facts["percent"])
            sentence = _PER_CENT.sub(share, sentence)
        heard = {
            name: self.number(fact) if type(fact) is int else fact for name, fact in facts.items()
        }
        return sentence.format(**heard)

    def count(self, one: str, many: str, number: int, **facts: Any) -> str:
        """Return a counted thing as it is heard."""
        noun = self._catalogue.ngettext(one, many, number)
        return noun.format(n=_Counted(number, half=False, language=self.language), **facts)

    def number(self, number: int) -> str:
        """Return a number that counts nothing: what dice show."""
        return numeral(number, self.language)

    def goods(self, goods: Goods) -> Amount:
        """Return one side of a trade, as it stands there and as what somebody gives."""
        text = super().goods(goods)
        cash = self.money(goods.cash)
        return Amount(text, text.replace(cash, cash.as_given, 1) if goods.cash else text)

    @staticmethod
    def ended(text: str) -> str:
        """Return a sentence with what ends it."""
        return text if text.endswith((".", "!", "?")) else f"{text}."

    def space(self, index: Space) -> str:
        """Return a space's name in the listener's letters, if the box has it, nothing shortened."""
        space = self.edition.space(index)
        others = {"en": space.name_en, "ru": space.name_ru}
        other = "" if self.reads_the_box else others.get(self.language, space.name_en)
        name = (other or space.name).rpartition(" / ")[2]  # in jail one hears that, else the visit
        name = _STREET.sub(" Street", name)
        for short, long in _WRITTEN_OUT.items():
            name = name.replace(short, long)
        return name
