"""Cash mode: what is booked and not yet handed over in notes; made of the records alone.

The books are the truth of who has how much. What waits is the handing over: what each holds in
notes, together with all that is open, is always what the books say. Notes that changed hands stay
where they are when the game goes back: what was handed over for nothing is then to be given back.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Self

import msgspec
from msgspec.structs import replace

from companion.editions.model import Edition
from companion.game import events as e
from companion.game.apply import entry_for
from companion.game.postings import BANK, POT
from companion.journal.record import Record
from companion.journal.replay import first_told, in_force, retold_by
from companion.ledger.entries import Account, Unit
from companion.table.cash.banknotes import Exchange, Notes, exact, exchange, moved, spread, worth
from companion.table.side_state import Followed
from companion.words import Money, RuleKey, Seat

BANKNOTES = RuleKey("table/banknotes")
"""What a refusal or an event rests on that is no rule of the game: the table keeps its notes."""


BANK_SIDE: e.Purse = "bank"


class Payment(msgspec.Struct, frozen=True, kw_only=True):
    """What one owes another in notes."""

    id: str  # `SEQ.N`: of the record that booked it
    seq: int
    giver: e.Purse
    taker: e.Purse
    amount: Money
    opening: bool = False  # the opening money, shared out as the rulebook says

    @property
    def receiver(self) -> Seat | None:
        """Who says that it was handed over; None: the banker."""
        return self.taker if isinstance(self.taker, int) else None


class Handing(msgspec.Struct, frozen=True, kw_only=True):
    """How the table stands with its banknotes, as everybody may see."""

    mode: e.Banknotes = "off"
    open: tuple[Payment, ...] = ()  # oldest first
    held: Mapping[Seat, Money] = {}  # what each has in notes
    purses: Mapping[Seat, Notes] = {}  # in which notes, likely
    notes: tuple[Money, ...] = ()  # the values there are, ascending; none: nobody knows them
    opening: Notes = {}  # how the opening money is shared out

    @property
    def holds_dice(self) -> bool:
        """Whether the dice wait until all is handed over."""
        return self.mode == "wait" and bool(self.open)

    def of(self, payment_id: str) -> Payment | None:
        """Return an open payment, None if it is open no more."""
        return next((one for one in self.open if one.id == payment_id), None)

    def in_notes(self, payment: Payment) -> Exchange | None:
        """Return in which notes a payment is made, None where the notes are not known."""
        if payment.opening and worth(self.opening) == payment.amount:
            return Exchange(self.opening, {})
        giver, taker = (
            self.purses.get(party) if isinstance(party, int) else None
            for party in (payment.giver, payment.taker)
        )
        return exchange(payment.amount, self.notes, giver, taker)


class Purses(Followed, frozen=True, kw_only=True):
    """The banknotes of a game, as its records tell of them."""

    now: Handing = Handing()
    cash: Mapping[Seat, Money] = {}  # by the books
    made: Mapping[int, tuple[Payment, ...]] = {}  # by the record that booked them
    done: frozenset[str] = frozenset()  # ids of those that were handed over
    begun: int = 0  # number of the record since when notes are followed
    retold: range = range(0)  # the records of a retelling, while it is followed

    @classmethod
    def of(cls, edition: Edition) -> Self:
        """Return them before a game of an edition begins."""
        return cls(now=Handing(notes=edition.notes, opening=dict(edition.start_notes)))

    def after(self, record: Record, records: Sequence[Record]) -> Self:
        """Return them after one more record."""
        sets = any(isinstance(event, e.BanknotesSet) for event in record.events)
        if self.now.mode == "off" and not sets:
            return self
        fold = _Fold(self, records)
        fold.follow(record)
        return replace(
            self,
            now=fold.now,
            cash=dict(fold.cash),
            made=fold.made,
            done=frozenset(fold.done),
            begun=fold.begun,
            retold=fold.retold,
        )


class _Fold:
    """What one record changes in purses.

    Args:
        purses: as they were before it.
        records: of the game, from the first on.
    """

    def __init__(self, purses: Purses, records: Sequence[Record]) -> None:
        self.now, self.records = purses.now, records
        self.cash, self.held = Counter(purses.cash), Counter(purses.now.held)
        self.made, self.done = dict(purses.made), set(purses.done)
        self.begun, self.retold = purses.begun, purses.retold

    def follow(self, record: Record) -> None:
        """Take the record."""
        for event in record.events:
            self._take(record, event)
        if record.seq in self.retold and self.now.mode != "off":
            self._retell(record)

    def _take(self, record: Record, event: e.AnyEvent) -> None:
        seq = record.seq
        match event:
            case e.BanknotesSet():
                self._set(seq, event)
            case e.HandedOver():
                self._hand(event)
            case _ if self.now.mode == "off":
                return
            case e.Rewound():
                self._change(event)
                self._go_back(event.back_to)
                self.retold = retold_by(record)
                if not self.retold:
                    self._even_out(seq)
            case e.TakenOver():  # the notes are where they are said to be
                self._change(event)
                self._begin(seq, {**self.cash})
            case e.Corrected():
                self._open(seq, [(BANK_SIDE, seat, n) for seat, n in self._change(event)])
            case _:
                self._book(seq, event)

    def _set(self, seq: int, event: e.BanknotesSet) -> None:
        self.now = replace(self.now, mode=event.banknotes)
        if event.cash is not None:
            self._begin(seq, event.cash)

    def _begin(self, seq: int, cash: Mapping[Seat, Money]) -> None:
        """Let everybody hold so much, and nothing be open."""
        self.begun = seq
        self.cash, self.held = Counter(cash), Counter(cash)
        self.done |= {one.id for made in self.made.values() for one in made}
        purses = {seat: spread(n, self.now.notes, self.now.opening) for seat, n in cash.items()}
        self.now = replace(self.now, open=(), held={**cash}, purses=purses)

    def _change(self, event: e.Corrected | e.TakenOver | e.Rewound) -> list[tuple[Seat, Money]]:
        """Bring the books up to an event that sets balances; return by how much each changed."""
        changes = [(seat, now - self.cash[seat]) for seat, now in event.cash.items()]
        self.cash.update(dict(changes))
        return changes

    def _book(self, seq: int, event: e.AnyEvent) -> None:
        entry = entry_for(event)
        legs = [p for p in entry.postings if p.unit is Unit.CASH] if entry else []
        owed = []
        for giver, taker in zip(legs[::2], legs[1::2], strict=True):  # each entry is made of pairs
            owed.append((_purse(giver.account), _purse(taker.account), taker.quantity))
            for leg in (giver, taker):
                seat = _purse(leg.account)
                if isinstance(seat, int):
                    self.cash[seat] += leg.quantity
        opening = isinstance(event, e.Paid) and event.reason == "start"
        self._open(seq, owed, opening=opening)

    def _open(
        self, seq: int, owed: Sequence[tuple[e.Purse, e.Purse, Money]], *, opening: bool = False
    ) -> None:
        """Let so much be open, what two owe each other set off in one record."""
        known = self.made.get(seq, ())
        fresh = tuple(
            Payment(
                id=f"{seq}.{number}",
                seq=seq,
                giver=giver,
                taker=taker,
                amount=amount,
                opening=opening,
            )
            for number, (giver, taker, amount) in enumerate(_net(owed), start=len(known) + 1)
        )
        self.made[seq] = (*known, *fresh)
        self.now = replace(self.now, open=(*self.now.open, *fresh))

    def _hand(self, event: e.HandedOver) -> None:
        payment = self.now.of(event.payment)
        if payment is None:
            return
        self.done.add(payment.id)
        purses = dict(self.now.purses)
        plan = self.now.in_notes(payment)
        for seat, sign in _sides(payment):
            self.held[seat] += sign * payment.amount
            after = self._purse_after(purses.get(seat, {}), plan, payment, sign)
            purses[seat] = self._likely(after, self.held[seat])
        self.now = replace(
            self.now,
            open=tuple(one for one in self.now.open if one.id != payment.id),
            held=dict(self.held),
            purses=purses,
        )

    def _purse_after(
        self, purse: Notes, plan: Exchange | None, payment: Payment, sign: int
    ) -> dict[Money, int]:
        """Return the notes of who gave (*sign* below zero) or got, if all went as told."""
        if plan is None:
            return {}
        if sign < 0:
            return moved(purse, gains=plan.back, loses=plan.gives)
        if plan.by_bank:  # who is paid gets the sum, the Bank changes the note
            return moved(purse, gains=self._fewest(payment.amount), loses={})
        return moved(purse, gains=plan.gives, loses=plan.back)

    def _likely(self, purse: Notes, held: Money) -> Notes:
        """Return a purse, or other notes of what is held where it cannot be that one."""
        fits = worth(purse) == held and all(count > 0 for count in purse.values())
        return purse if fits else spread(held, self.now.notes, self.now.opening)

    def _fewest(self, amount: Money) -> dict[Money, int]:
        values = tuple(reversed(self.now.notes))
        return exact(amount, values, None) or {}

    def _go_back(self, back_to: int) -> None:
        """Let open be what was open then."""
        kept = [
            one
            for record in in_force(self.records[:back_to])
            for one in self.made.get(record.seq, ())
            if one.id not in self.done
        ]
        self.now = replace(self.now, open=tuple(kept))

    def _retell(self, record: Record) -> None:
        """Let nobody hand over again what was handed over when it was first told."""
        earlier, fresh = record.cause.repeats, self.made.get(record.seq, ())
        if earlier is not None:
            known = [one for one in self.made.get(earlier, ()) if one.id in self.done]
            done = set[str]()
            for payment in fresh:
                same = next((one for one in known if _is_same(one, payment)), None)
                if same is not None:
                    known.remove(same)
                if same is not None or first_told(self.records, record.seq) <= self.begun:
                    done.add(payment.id)
            self.done |= done
            kept = tuple(one for one in self.now.open if one.id not in done)
            self.now = replace(self.now, open=kept)
        if record.seq == self.retold[-1]:
            self._even_out(record.seq)

    def _even_out(self, seq: int) -> None:
        """Let open be, too, what is to be given back so that notes and books agree."""
        lacks = Counter(self.cash)
        lacks.subtract(self.held)
        for payment in self.now.open:
            for seat, sign in _sides(payment):
                lacks[seat] -= sign * payment.amount
        self._open(seq, [*_settling(lacks)])


def _is_same(one: Payment, other: Payment) -> bool:
    return (one.giver, one.taker, one.amount) == (other.giver, other.taker, other.amount)


def _net(
    owed: Sequence[tuple[e.Purse, e.Purse, Money]],
) -> Iterator[tuple[e.Purse, e.Purse, Money]]:
    """Yield what is left when two who owe each other set it off."""
    sums: Counter[tuple[e.Purse, e.Purse]] = Counter()
    for giver, taker, amount in owed:
        if (taker, giver) in sums:
            sums[taker, giver] -= amount
        else:
            sums[giver, taker] += amount
    for (giver, taker), amount in sums.items():
        if amount > 0:
            yield giver, taker, amount
        elif amount < 0:
            yield taker, giver, -amount


def _settling(lacks: Mapping[Seat, Money]) -> Iterator[tuple[e.Purse, e.Purse, Money]]:
    """Yield payments after which nobody lacks anything: among players first, then by the Bank."""
    left = {seat: amount for seat, amount in sorted(lacks.items()) if amount}
    for giver in [seat for seat, amount in left.items() if amount < 0]:
        for taker in [seat for seat, amount in left.items() if amount > 0]:
            amount = min(-left[giver], left[taker])
            if amount > 0:
                left[giver] += amount
                left[taker] -= amount
                yield giver, taker, amount
    for seat, amount in left.items():
        if amount:
            yield ("bank", seat, amount) if amount > 0 else (seat, "bank", -amount)


def _sides(payment: Payment) -> Iterator[tuple[Seat, int]]:
    """Yield the seats of a payment, and whether it takes or gives."""
    for party, sign in ((payment.giver, -1), (payment.taker, 1)):
        if isinstance(party, int):
            yield party, sign


def _purse(account: Account) -> e.Purse:
    """Return whose account it is."""
    if account == POT:
        return "pot"
    return "bank" if account == BANK else Seat(int(account.removeprefix("seat-")))
