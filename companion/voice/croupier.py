"""A speaker to be heard: amounts and names written as voices read them rightly."""

import re

from companion.speaker import Speaker
from companion.words import Money, Space

_WRITTEN_OUT = {
    "ул.": "улица",
    "наб.": "набережная",
    "ж/д": "железная дорога",
    "B. & O.": "B and O",
}
_STREET = re.compile(r"(?<=\w) St\.(?= |$)")


class Croupier(Speaker):
    """Says things aloud about one game in one language.

    Amounts are plain digits with a counted noun after them: every voice reads those rightly in its
    own language, so that numbers in words, and a library for them, are not needed. An edition
    that counts in thousands is heard in full: `22000` is right in every gender, `22 thousand` not.
    """

    def money(self, amount: Money) -> str:
        """Return an amount as it is said: `300 dollars`; bare where the box names no currency."""
        currency = self.edition.currency
        n = amount * currency.unit
        match currency.code:
            case "USD":
                return self.count("{n} dollar", "{n} dollars", n)
            case "GBP":
                return self.count("{n} pound", "{n} pounds", n)
            case "EUR":
                return self.count("{n} euro", "{n} euros", n)
            case "DEM":
                return self.count("{n} mark", "{n} marks", n)
            case "RUB":
                return self.count("{n} rouble", "{n} roubles", n)
            case _:
                return f"{n} {currency.symbol}".rstrip()

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
