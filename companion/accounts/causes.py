"""The chain of causes: which earlier records led to one, back to the dice or the button."""

from collections.abc import Hashable, Iterator, Sequence

from companion.game import events as e
from companion.journal.record import Record
from companion.journal.replay import in_force, went_back_to

Thread = tuple[Hashable, ...]
"""Something that one record opens and a later one answers: a purchase, a rent, a debt."""

AUCTION: Thread = ("auction",)
BID: Thread = ("bid",)


class Causes:
    """Who led to whom among the records of one game."""

    def __init__(self, records: Sequence[Record]) -> None:
        self._direct: dict[int, tuple[int, ...]] = {}
        ends = [r.seq - 1 for r in records if went_back_to(r) is not None]
        for end in (len(records), *reversed(ends)):  # what counts last is what people remember
            for seq, led in _led(in_force(records[:end])):
                self._direct.setdefault(seq, led)

    def of(self, seq: int) -> tuple[int, ...]:
        """Return the numbers of the records that led to record *seq*, oldest first."""
        found: set[int] = set()
        waiting = [*self._direct.get(seq, ())]
        while waiting:
            number = waiting.pop()
            if number not in found:
                found.add(number)
                waiting += self._direct[number]
        return tuple(sorted(found))


def late_for(event: e.AnyEvent) -> int:
    """Return the number of the record just after which a late entry has its place; 0: none."""
    if not isinstance(event, e.Paid | e.DebtOpened) or event.reason != "late":
        return 0
    place = event.facts.get("after")
    return place if isinstance(place, int) else 0


def _named(event: e.AnyEvent) -> tuple[int, ...]:
    """Return the numbers of earlier records that *event* names as what it came behind."""
    match event:
        case e.PressRefused():
            return (event.against,)
        case e.Disputed():
            return (event.seq,)
        case _:
            return (late_for(event),)


def _led(line: Sequence[Record]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield for each record of a line of play those to which it is the answer."""
    opened: dict[Thread, int] = {}
    known: set[int] = set()
    for record in line:
        threads = {thread for event in record.events for thread in _answered(event)}
        led = {opened[one] for one in threads if one in opened}
        places = {place for event in record.events for place in _named(event)} & known
        yield record.seq, tuple(sorted(led | places))
        known.add(record.seq)
        for event in record.events:
            opened.update(dict.fromkeys(_opened(event), record.seq))


def _opened(event: e.AnyEvent) -> Iterator[Thread]:
    """Yield what waits for an answer after *event*."""
    match event:
        case e.DrawDue() | e.ChoiceOffered() | e.Jailed():
            yield type(event).__name__, event.seat
        case e.PurchaseOffered():
            yield "purchase", event.seat, event.lot
        case e.AuctionOpened() | e.BuildingAuctionOpened():
            yield AUCTION
        case e.BidMade():
            yield BID
        case e.RentOpened() | e.RentClaimed():
            yield "rent", event.visitor, event.lot
        case e.DebtOpened():
            yield "debt", event.debtor
        case e.OfferMade():
            yield "offer", event.giver, event.to
        case e.TransferOpened():
            yield "transfer", event.seat, event.lot
        case e.Wished():
            yield "wish", event.seat
        case e.Disputed():
            yield "dispute", event.seq
        case _:
            return


def _answered(event: e.AnyEvent) -> Iterator[Thread]:
    """Yield what *event* is an answer to."""
    match event:
        case e.Bought() | e.Declined():
            yield "purchase", event.seat, event.lot
        case e.CardDrawn():
            yield "DrawDue", event.seat
        case e.Chosen():
            yield "ChoiceOffered", event.seat
        case e.Freed() | e.JailTurnSpent():
            yield "Jailed", event.seat
        case e.BidMade() | e.Passed():
            yield AUCTION
        case e.AuctionClosed():
            yield AUCTION if event.leader is None else BID  # the price is the bid's
        case e.RentClaimed() | e.RentLapsed() | e.RentSettled() | e.RolledForRent():
            yield "rent", _visitor(event), event.lot
        case e.DebtPaid() | e.DebtSettled() | e.DebtLifted():
            yield "debt", event.debtor
        case e.WentBankrupt():
            yield "debt", event.seat
        case e.Traded() | e.OfferRejected() | e.OfferLapsed():
            yield "offer", event.giver, event.to
        case e.TransferAnswered():
            yield "transfer", event.seat, event.lot
        case e.Ruled():
            yield "dispute", event.seq
        case e.BuildingAuctionOpened():
            yield from (("wish", seat) for seat in event.bidders)
        case _:
            return


def _visitor(event: e.RentClaimed | e.RentLapsed | e.RentSettled | e.RolledForRent) -> int:
    return event.seat if isinstance(event, e.RolledForRent) else event.visitor
