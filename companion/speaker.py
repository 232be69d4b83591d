"""One language, one edition, the players' names: makes sentences of codes, facts and events."""

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from gettext import NullTranslations
from typing import Any

import msgspec

from companion.editions.colours import band
from companion.editions.model import BoardSpace, Edition, deck_of
from companion.game import events as e
from companion.game.apply import entry_for
from companion.game.fields import fields_of, kinds_of
from companion.game.postings import HOTEL, seat_account
from companion.game.refusals import Refusal
from companion.game.terms import FACTS, Goods
from companion.ledger.entries import Unit
from companion.sayings.arbiters import BY_ARBITER
from companion.sayings.colours import FAMILIES
from companion.sayings.events import (
    BANKNOTES,
    CALLS,
    EVENTS,
    HELPS,
    OTHERWISE,
    PAID,
    Phrase,
    Rank,
)
from companion.sayings.refusals import ANSWERS, OF_ANOTHER, SENSE
from companion.sayings.said import marked as _
from companion.words import STEERS, CardId, DeckId, EditionId, Money, Seat, Space

NBSP = "\N{NO-BREAK SPACE}"
JOINER = "\N{WORD JOINER}"
MINUS = "\N{MINUS SIGN}"
THOUSANDS = {"de": ".", "it": ".", "ru": " "}
"""Between thousands, in languages that have a comma before what is less than one."""
GIVEN = "given"
"""In a translation: `{amount:given}` is what somebody gives, in the accusative when heard."""
_TWO_STOPS = re.compile(rf"(\d[{NBSP} ](?:[^\W\d]+\.[{NBSP} ]?)+)\.(?!\.)")
_AFTER_A_DIGIT = re.compile(r"(?<=\d) ")
_IN_A_WORD = re.compile(r"(?<=\w)/(?=\w)")


def mended(text: str) -> str:
    """Return *text* with one full stop where a sentence ends in an amount that has its own.

    What would steer whoever shows it, in words of people in old records, is shown as one mark.
    """
    return STEERS.sub("\ufffd", _TWO_STOPS.sub(r"\1", text))


class ToldLine(msgspec.Struct, frozen=True):
    """One event as a line: what happened, and what it did to the reader's cash."""

    text: str
    change: Money = 0  # of the one it is told to; 0 for the table screen
    amount: Money = 0  # that moved at all
    reason: str = ""
    rank: Rank = "news"


class Speaker:
    """Says things about one game in one language."""

    gap = NBSP
    """What stands within an amount."""

    def __init__(
        self, catalogue: NullTranslations, edition: Edition, names: tuple[str, ...]
    ) -> None:
        self._catalogue, self.edition, self._names = catalogue, edition, names
        self.language = catalogue.info().get("language", "en")
        self._says: Mapping[Any, Callable[[Any], str]] = {
            Space: self.space,
            Money: self.money,
            CardId: self.card,
            DeckId: self.deck,
            EditionId: lambda _: self.edition.name,
            e.Banknotes: lambda banknotes: self.say(BANKNOTES[banknotes]),
            e.Help: lambda helps: self.say(HELPS[helps]),
            e.CallAbout: lambda about: self.say(CALLS[about]),
            tuple[Seat, ...]: self.people,
            Goods: self.goods,
        }

    @classmethod
    def english(cls, edition: Edition, names: tuple[str, ...]) -> "Speaker":
        """Return who speaks at a terminal, where any space is a plain one."""
        speaker = cls(NullTranslations(), edition, names)
        speaker.gap = " "
        return speaker

    def say(self, sentence: str, **facts: Any) -> str:
        """Return *sentence* in this language, with its facts put in."""
        translated = self._catalogue.gettext(sentence) if sentence else ""
        return mended(self.filled(translated, facts)) if facts else translated

    def filled(self, sentence: str, facts: Mapping[str, Any]) -> str:
        """Return a sentence with its facts put in; what is heard has forms that print has not."""
        return sentence.replace(f":{GIVEN}}}", "}").format(**facts)

    def begun(self, text: str) -> str:
        """Return *text* as a sentence begins: not with "the Bank", and no name is changed."""
        begins = text.startswith((self.name("bank"), self.name("pot")))
        return text[:1].upper() + text[1:] if begins else text

    def count(self, one: str, many: str, number: int, **facts: Any) -> str:
        """Return the form of a counted thing that *number* asks for, with its facts put in."""
        return self._catalogue.ngettext(one, many, number).format(n=number, **facts)

    # ---- nouns

    def money(self, amount: Money) -> str:
        """Return an amount as the edition writes it, never broken over a line."""
        return self.unbroken(self.edition.currency.written(amount, self.separator))

    @property
    def separator(self) -> str:
        """What stands between thousands: where the box has a comma, what this language has."""
        own = self.edition.currency.separator
        return self.unbroken(THOUSANDS.get(self.language, own) if own in {",", "."} else own)

    def decimal(self, number: float) -> str:
        """Return a number to the thousandth."""
        return f"{number:.3f}".replace(".", "," if self.language in THOUSANDS else ".")

    @property
    def unit(self) -> str:
        """What an amount to be typed is counted in."""
        return self.unbroken(self.edition.currency.symbol)

    def unbroken(self, text: str) -> str:
        """Return a text that stays on one line."""
        return text.replace(" ", self.gap).replace(f"-{NBSP}", f"-{JOINER}{NBSP}")

    def digits(self, amount: Money) -> str:
        """Return an amount without its currency."""
        return f"{abs(amount):,}".replace(",", self.separator)

    def exactly(self, amount: Fraction) -> str:
        """Return an amount of which a part may be no whole one: `187½`."""
        whole, rest = divmod(abs(amount), 1)
        part = "½" if rest == Fraction(1, 2) else f"{float(rest):.2f}"[1:] if rest else ""
        return f"{MINUS if amount < 0 else ''}{self.digits(whole)}{part}"

    def worth(self, amount: Fraction) -> str:
        """Return what somebody is worth, which may be no whole amount."""
        whole = amount.denominator == 1
        return self.money(amount.numerator) if whole else self.exactly(amount)

    def signed(self, amount: Money) -> str:
        """Return a change with its sign: `+ 100`, `− 50`."""
        return f"{'+' if amount >= 0 else MINUS}{self.gap}{self.digits(amount)}"

    def name(self, seat: Any) -> str:
        """Return who sits at *seat*; the Bank is one too."""
        if seat in ("bank", None):
            return self.say(_("the Bank"))
        if seat == "pot":
            return self.say(_("the pot"))
        known = isinstance(seat, int) and 0 <= seat < len(self._names)
        return self._names[seat] if known else str(seat)

    def people(self, seats: Iterable[Seat]) -> str:
        """Return several names."""
        return ", ".join(self.name(seat) for seat in seats)

    def space(self, index: Space) -> str:
        """Return what the edition calls a space; no word of it is broken over a line."""
        return self._whole_words(self.edition.space(index).name)

    def family(self, space: BoardSpace) -> str:
        """Return what a lot's colour or kind is called: as in the box, if it has this language."""
        edition, ours = self.edition, band(self.edition, space)
        words = edition.colours if space.group else edition.words
        printed = words.get(space.group or space.kind)
        if printed is None or edition.language not in {self.language, "en"}:
            return self.say(FAMILIES[ours])
        return self.say(printed)

    @property
    def reads_the_box(self) -> bool:
        """Whether the box has the reader's language."""
        return self.edition.language == self.language

    def card(self, card_id: str) -> str:
        """Return a card's text; no amount in it is broken over a line."""
        card = self.edition.card(card_id)
        if card is None:
            return card_id
        text = card.text.replace(self.edition.currency.symbol or NBSP, self.unit or NBSP)
        return self._whole_words(_AFTER_A_DIGIT.sub(self.gap, text))

    def _whole_words(self, text: str) -> str:
        return text if self.gap == " " else _IN_A_WORD.sub(f"/{JOINER}", text)

    def deck(self, deck_id: str) -> str:
        """Return what the edition calls a deck."""
        return next((deck.name for deck in self.edition.decks if deck.id == deck_id), deck_id)

    def goods(self, goods: Goods) -> str:
        """Return one side of a trade; nothing is something too."""
        parts = [self.money(goods.cash)] if goods.cash else []
        parts += [self.space(lot) for lot in goods.lots]
        decks = (deck_of(card) for card in goods.cards)
        parts += [self.say(_("a jail card ({deck})"), deck=self.deck(deck)) for deck in decks]
        return ", ".join(parts) or self.say(_("nothing"))

    def standing(self, level: int) -> str:
        """Return what stands on a lot with buildings up to a *level*; nothing if nothing does."""
        if level == HOTEL:
            return self.say(_("hotel"))
        return self.count("{n} house", "{n} houses", level) if level else ""

    # ---- sentences

    def refusal(self, refusal: Refusal) -> str:
        """Return why something is refused, as exactly as its facts allow."""
        answer = ANSWERS[refusal.code]
        facts = self.written(refusal.facts)
        if refusal.facts.get("kind") in SENSE:
            return self.impossible(str(refusal.facts["kind"]), refusal.facts)
        told = None
        if "seat" in refusal.facts:
            told = OF_ANOTHER.get(refusal.code)
        if told:
            return self.say(told, **facts)
        if refusal.facts.get("wanted") == "why":
            return self.say(_("Give the reason: the ledger keeps it."))
        if refusal.facts.get("wanted") == "goods":
            return self.say(_("Say what you give, and what you get."))
        try:
            return self.say(answer.exact, **facts) if answer.exact else self.say(answer.plain)
        except (KeyError, IndexError):
            return self.say(answer.plain)

    def impossible(self, kind: str, facts: Mapping[str, Any]) -> str:
        """Return what cannot be so on any table, by its kind; see `rules.plausibility`."""
        return self.say(SENSE[kind], **self.written(facts))

    def event(
        self, event: e.AnyEvent, reader: Seat | None = None, *, arbiter: str = ""
    ) -> ToldLine:
        """Return *event* as it is told to *reader*; None is everybody, the table screen.

        *arbiter* is the member of the club who ordered it, if one did.
        """
        phrase, kinds = _phrase(event, arbiter), fields_of(type(event))
        fields = {name: getattr(event, name) for name in event.__struct_fields__}
        facts = self.written(getattr(event, "facts", {}) | fields, kinds)
        facts |= {"arbiter": arbiter} if arbiter else {}
        try:
            text = self.say(_voice(phrase, event, reader), **facts)
            reason = self.say(phrase.reason, **facts)
        except KeyError:  # an event without the facts that its sentence would name
            phrase = EVENTS[_tag(event)]
            text = self.say(_voice(phrase, event, reader), **facts)
            reason = self.say(phrase.reason, **facts)
        text = self.begun(text)
        return ToldLine(text, change_of(event, reader), moved_cash(event), reason, phrase.rank)

    def written(self, facts: Mapping[str, Any], kinds: Mapping[str, Any] = {}) -> dict[str, Any]:
        """Return facts as they stand in a sentence: amounts, names of lots, people and cards.

        *kinds* are the types of those that are fields; what another fact is, its name says.
        """
        dice = facts.get("dice") or 0  # a roll's dice, or the total that a rent was reckoned by
        total = dice if isinstance(dice, int) else sum(dice) + _counted(facts.get("speed"))
        known = {**FACTS, **kinds}
        return {
            name: self._said(kinds_of(known[name]), value) if name in known else value
            for name, value in facts.items()
        } | {"total": total}

    def _said(self, kinds: tuple[Any, ...], value: Any) -> Any:
        """Return a value that is one of these kinds as it stands in a sentence."""
        if Seat in kinds:
            return self.name(value)
        if value is None or (Space in kinds and value not in range(len(self.edition.spaces))):
            return value
        return next((self._says[one](value) for one in kinds if one in self._says), value)


def _counted(speed: object) -> int:
    """Return what the speed die counts for: its number, a symbol nothing."""
    return speed if isinstance(speed, int) else 0


def change_of(event: e.AnyEvent, reader: Seat | None) -> Money:
    """Return what *event* does to the cash of *reader*."""
    if reader is None:
        return 0
    if isinstance(event, e.Corrected | e.TakenOver | e.Rewound):
        return event.cash[reader] - event.before.get(reader, 0) if reader in event.cash else 0
    entry = entry_for(event)
    account = seat_account(reader)
    return sum(
        posting.quantity
        for posting in (entry.postings if entry else ())
        if posting.unit is Unit.CASH and posting.account == account
    )


def moved_cash(event: e.AnyEvent) -> Money:
    """Return how much cash *event* moved at all."""
    entry = entry_for(event)
    return sum(
        posting.quantity
        for posting in (entry.postings if entry else ())
        if posting.unit is Unit.CASH and posting.quantity > 0
    )


def _phrase(event: e.AnyEvent, arbiter: str) -> Phrase:
    if isinstance(event, e.Paid):
        return PAID.get(event.reason, EVENTS["paid"])
    if arbiter and (named := BY_ARBITER.get(of_arbiter(event))) is not None:
        return named
    return OTHERWISE.get(otherwise(event), EVENTS[_tag(event)])


def of_arbiter(event: e.AnyEvent) -> str:
    """Return by what word *event* is told where an arbiter of the club ordered it."""
    return f"ruled/{event.ruling}" if isinstance(event, e.Ruled) else _tag(event)


def _tag(event: e.AnyEvent) -> str:
    return str(event.__struct_config__.tag)


def otherwise(event: e.AnyEvent) -> str:
    """Return in which other way *event* is told; nothing where in the usual one."""
    match event:
        case e.Rewound() if event.retold:
            return "retold"
        case e.Rewound() if event.voted:
            return "vote"
        case e.Rewound() if event.seat is not None:
            return "own-step"
        case e.Disputed() if event.seat is None:
            return "banker"
        case e.AuctionClosed(leader=None):
            return "auction/no-bid" if event.because == "auction/no-bid" else "building-unsold"
        case e.OfferMade() if event.pays or event.changes:
            return "offers-for-debt" if event.pays else "changes-offer"
        case e.OfferRejected() if event.withdrawn or event.changed:
            return "withdrawn" if event.withdrawn else "changed"
        case e.WentBankrupt(left=True):
            return "left"
        case e.Ruled():
            return event.ruling
    return _told_otherwise(event)


def _told_otherwise(event: e.AnyEvent) -> str:
    """Return the same of what is told of people, phones and presses."""
    match event:
        case e.SeatMoved() | e.BankerMoved():
            return event.how
        case e.Voted() if event.yes:
            return "yes"
        case e.PressRefused(do="bid", amount=None):
            return "late-press"
        case e.PressRefused() if event.do != "claim" or event.lot is not None:
            return f"late-{event.do}"
        case e.ArbiterCalled(seat=None):
            return "banker-calls" if event.about == "other" else "banker-calls-for"
        case e.ArbiterCalled(about="other"):
            return "calls"
        case e.CallAnswered(why=""):
            return "coming"
    return ""


def _voice(phrase: Phrase, event: e.AnyEvent, reader: Seat | None) -> str:
    """Return how it is told: whom an event names first has acted, who else is the other party."""
    fields = fields_of(type(event)).items()
    named = [getattr(event, name) for name, kind in fields if Seat in kinds_of(kind)]
    if reader is None or reader not in named:
        return phrase.they
    told = phrase.you if named[0] == reader else phrase.to_you
    return told or phrase.they
