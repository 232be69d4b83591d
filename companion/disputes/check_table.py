"""The cardboard against the books: every difference, and how the books could be set right.

Nothing is decided here. Each difference is either mended on the table (the books are right), or by
one of its corrections (the table is right); for some there is nothing to correct, as for a copy.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from companion.editions.model import deck_of
from companion.game.postings import HOTEL
from companion.game.state import GameState
from companion.rules.rounding import settles
from companion.table.check.laid_deeds import TABLE, Cardboard, Holder, LaidDeed, Pile, Thing
from companion.table.deeds.cards import keepable
from companion.words import Money, Seat, Space

Kind: TypeAlias = Literal[
    "missing",
    "wrong-owner",
    "of-the-bank",
    "wrong-side",
    "twice",
    "buildings",
    "impossible",
    "cash",
    "card-missing",
    "card-elsewhere",
    "card-of-the-pile",
    "card-twice",
    "revoked",
    "other-set",
    "forged",
    "no-such-deed",
]
"""What is not as it should be.

`missing`: in no pile, though its owner has laid out all. `wrong-owner`: in another's pile.
`of-the-bank`: in a pile, though nobody has bought it. `wrong-side`: mortgaged, or not. `twice`: in
two places, so one is a copy. `buildings`: other ones were counted. `impossible`: buildings were
counted where none can stand: the deed lies on its face, or nobody has it. `cash`: another sum was
counted. `card-missing`, `card-elsewhere`, `card-of-the-pile`, `card-twice`: a card that leaves jail
free, likewise. `revoked`, `other-set`, `forged`: a sticker that does not count. `no-such-deed`: of
a number that this edition has not.
"""

ODD: Mapping[str, Kind] = {"revoked": "revoked", "other set": "other-set", "forged": "forged"}


class Fix(msgspec.Struct, frozen=True):
    """A correction of the books: the fields of the command `correct`, but for its reason."""

    fields: Mapping[str, Mapping[int, Any]]
    owner: Seat | None = None  # who has the deed then, where that is to be chosen


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """One thing in which table and books differ."""

    kind: Kind
    about: str  # what it is about, in letters that are the same as long as it lasts
    lot: Space | None = None
    deed: int | None = None  # the number on the deed
    card: str | None = None  # id of a card that leaves jail free
    books: Seat | None = None  # who has it (or the money) by the books; None: the Bank, or nobody
    table: Holder | None = None  # in whose pile it lies
    counted: int = 0  # what stands on the lot, or the sum
    booked: int = 0  # the same by the books
    back: bool = False  # the deed lies on its face
    piles: tuple[Holder, ...] = ()  # which have changed once the cardboard is mended
    fixes: tuple[Fix, ...] = ()  # none: only the cardboard can be mended

    @property
    def thing(self) -> Thing | None:
        """What lies there or should, if it is one thing."""
        return self.deed if self.card is None else self.card

    @property
    def key(self) -> str:
        """What names it, also after another look that finds the very same."""
        return f"{self.kind}:{self.about}"


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What a look at the table has brought."""

    differences: tuple[Difference, ...]
    right: int  # so many deeds lie as the books say
    unseen: tuple[Holder, ...]  # whose piles have not been looked at

    def of(self, key: str) -> Difference | None:
        """Return the difference of a key, None if there is no such (any more)."""
        return next((one for one in self.differences if one.key == key), None)


def check_table(
    state: GameState, laid: Cardboard, order: Sequence[Holder], notes: Mapping[Seat, Money] = {}
) -> Report:
    """Return how the table differs from the books: deeds, cards, buildings, cash, stickers.

    Args:
        state: the books.
        laid: what was seen, ticked and counted.
        order: whose piles are looked at.
        notes: what each should have in notes, where that is not what the books say: something is
            still to be handed over.
    """
    deeds = tuple(_deeds(state, laid))
    found = (
        *deeds,
        *_cards(state, laid),
        *_no_such_deeds(state, laid),
        *_buildings(state, laid),
        *_cash(state, laid, notes),
        *_stickers(laid),
    )
    wrong = {one.deed for one in deeds}
    there = {number for pile in laid.piles.values() for number in pile.deeds}
    known = {n for n in there if state.edition.lot_of_deed(n) is not None}
    return Report(
        differences=found,
        right=len(known - wrong),
        unseen=tuple(h for h in order if not laid.piles.get(h, Pile()).whole),
    )


# ---- deeds


def _deeds(state: GameState, laid: Cardboard) -> Iterator[Difference]:
    for number, space in enumerate(state.edition.lots, start=1):
        found = _deed(state, laid, number, space.index)
        if found is not None:
            yield found


def _deed(state: GameState, laid: Cardboard, number: int, lot: Space) -> Difference | None:
    """Return what is wrong with one deed: one thing, the gravest."""
    held = state.lots[lot]
    places = _places(laid, number)
    about: dict[str, Any] = {"about": str(number), "deed": number, "lot": lot, "books": held.owner}
    if _is_doubled(laid, number, places):
        return Difference(kind="twice", **about, piles=tuple(places))
    if not places:
        missed = held.owner is not None and _is_whole(laid, held.owner)
        if not missed:
            return None
        piles = (TABLE,) if TABLE in laid.piles else (held.owner,)
        fix = Fix(_made_of(state, lot, owner=None, back=False))
        return Difference(kind="missing", **about, piles=piles, fixes=(fix,))  # type: ignore[arg-type]
    ((holder, deed),) = places.items()
    seen: dict[str, Any] = {**about, "table": holder, "back": deed.back}
    if held.owner is None:
        takers = state.playing if holder == TABLE else (holder,)
        fixes = tuple(_to(state, lot, seat, deed) for seat in takers if seat in state.playing)
        return Difference(kind="of-the-bank", **seen, piles=(holder,), fixes=fixes)
    if holder not in (TABLE, held.owner):
        fixes = (_to(state, lot, holder, deed),) if holder in state.playing else ()
        return Difference(kind="wrong-owner", **seen, piles=(held.owner, holder), fixes=fixes)
    if deed.back != held.mortgaged:
        fix = Fix(_made_of(state, lot, owner=held.owner, back=deed.back))
        return Difference(kind="wrong-side", **seen, piles=(holder,), fixes=(fix,))
    return None


def _places(laid: Cardboard, thing: Thing) -> dict[Holder, LaidDeed]:
    return {h: pile.things[thing] for h, pile in laid.piles.items() if thing in pile.things}


def _is_doubled(laid: Cardboard, thing: Thing, places: Collection[Holder]) -> bool:
    return len(places) > 1 or any(thing in pile.twice for pile in laid.piles.values())


def _is_whole(laid: Cardboard, owner: Seat) -> bool:
    return any(laid.piles.get(holder, Pile()).whole for holder in (owner, TABLE))


def _to(state: GameState, lot: Space, seat: Seat, deed: LaidDeed) -> Fix:
    return Fix(_made_of(state, lot, owner=seat, back=deed.back), seat)


def _made_of(
    state: GameState, lot: Space, *, owner: Seat | None, back: bool
) -> dict[str, dict[int, Any]]:
    """Return the fields that give a lot an owner and a side, and what must follow from that."""
    held = state.lots[lot]
    wanted: dict[str, Any] = {"owner": owner, "mortgaged": back}
    known = {"owner": held.owner, "mortgaged": held.mortgaged}
    fields: dict[str, dict[int, Any]] = {
        name: {int(lot): value} for name, value in wanted.items() if known[name] != value
    }
    if held.level and (back or owner is None):  # no building stands on such a lot
        fields["buildings"] = {int(lot): 0}
    return fields


def _no_such_deeds(state: GameState, laid: Cardboard) -> Iterator[Difference]:
    for holder, pile in laid.piles.items():
        for number in pile.deeds:
            if state.edition.lot_of_deed(number) is None:
                yield Difference(
                    kind="no-such-deed",
                    about=str(number),
                    deed=number,
                    table=holder,
                    piles=(holder,),
                )


# ---- cards that players keep


def _cards(state: GameState, laid: Cardboard) -> Iterator[Difference]:
    for card in keepable(state):
        found = _card(state, laid, card)
        if found is not None:
            yield found


def _card(state: GameState, laid: Cardboard, card: str) -> Difference | None:
    """Return what is wrong with one card: in whose pile it lies, and who has it by the books."""
    owner, places = state.holds.get(card), _places(laid, card)
    about: dict[str, Any] = {"about": card, "card": card, "books": owner}
    if _is_doubled(laid, card, places):
        return Difference(kind="card-twice", **about, piles=tuple(places))
    if not places:
        return _missing_card(state, laid, card)
    (holder,) = places
    if holder == owner or (holder == TABLE and owner is not None):
        return None
    takers = state.playing if holder == TABLE else (holder,)
    fixes = tuple(
        Fix(_held_by(state, card, seat), seat)
        for seat in takers
        if seat in state.playing and owner in (None, *state.playing)
    )
    about |= {"table": holder, "fixes": fixes}
    if owner is None:
        return Difference(kind="card-of-the-pile", **about, piles=(holder,))
    return Difference(kind="card-elsewhere", **about, piles=(owner, holder))


def _missing_card(state: GameState, laid: Cardboard, card: str) -> Difference | None:
    owner = state.holds.get(card)
    if owner is None or not _is_whole(laid, owner):
        return None
    return Difference(
        kind="card-missing",
        about=card,
        card=card,
        books=owner,
        piles=(TABLE,) if TABLE in laid.piles else (owner,),
        fixes=(Fix(_held_by(state, card, None)),) if owner in state.playing else (),
    )


def _held_by(state: GameState, card: str, taker: Seat | None) -> dict[str, dict[int, Any]]:
    """Return the fields that take a card from who has it and give it to another, or to nobody."""
    holds: dict[int, Any] = {
        int(seat): [deck_of(one) for one in state.jail_cards(seat) if one != card]
        for seat in {state.holds.get(card), taker}
        if seat is not None
    }
    if taker is not None:
        holds[int(taker)].append(deck_of(card))
    return {"holds": holds}


# ---- buildings, money, stickers


def _buildings(state: GameState, laid: Cardboard) -> Iterator[Difference]:
    for lot, counted in sorted(laid.buildings.items()):
        held = state.lots.get(lot)
        if held is None or held.level == counted:
            continue
        fields = _built(state, laid, lot, counted)
        yield Difference(
            kind="impossible" if fields is None else "buildings",
            about=str(lot),
            lot=lot,
            books=held.owner,
            counted=counted,
            booked=held.level,
            fixes=() if fields is None else (Fix(fields),),
        )


def _built(
    state: GameState, laid: Cardboard, lot: Space, counted: int
) -> dict[str, dict[int, Any]] | None:
    """Return the fields that put so many buildings on a lot; None where they cannot stand."""
    fields: dict[str, dict[int, Any]] = {"buildings": {int(lot): counted}}
    if not counted:
        return fields
    rules, held = state.rules, state.lots[lot]
    hotel = counted > rules.houses_per_hotel
    if state.edition.space(lot).kind != "street" or (hotel and counted != HOTEL):
        return None
    number = 1 + [space.index for space in state.edition.lots].index(lot)
    places = _places(laid, number)
    owner, back = held.owner, held.mortgaged
    if len(places) == 1:
        ((holder, deed),) = places.items()
        owner, back = owner if holder == TABLE else holder, deed.back
    elif held.owner is not None and _is_whole(laid, held.owner):
        owner = None
    if owner is None or back or owner not in state.playing:
        return None
    if held.owner is None:
        fields["owner"] = {int(lot): owner}
    if held.mortgaged:
        fields["mortgaged"] = {int(lot): False}
    return fields


def _cash(state: GameState, laid: Cardboard, notes: Mapping[Seat, Money]) -> Iterator[Difference]:
    for seat in state.seats:
        counted = laid.piles.get(seat, Pile()).cash
        booked = state.cash(seat)
        expected = notes.get(seat, booked)
        if counted is None or counted == expected:
            continue
        right = booked + counted - expected  # what is open stays open
        can = seat in state.playing and right >= 0 and settles(state.rules, right)
        yield Difference(
            kind="cash",
            about=str(seat),
            books=seat,
            table=seat,
            counted=counted,
            booked=expected,
            fixes=(Fix({"cash": {int(seat): right}}),) if can else (),
        )


def _stickers(laid: Cardboard) -> Iterator[Difference]:
    for holder, pile in laid.piles.items():
        for text, odd in sorted(pile.odd.items()):
            yield Difference(
                kind=ODD[odd.what],
                about=text,
                deed=odd.deed,
                table=holder,
                piles=(holder,),
            )
