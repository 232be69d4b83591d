"""One record -> at most one announcement; what is asked of whom now -> one more. Pure."""

from collections.abc import Iterator, Sequence

import msgspec

from companion.accounts.ranking import ranking
from companion.game import events as e
from companion.game.fields import fields_of
from companion.game.state import GameState
from companion.journal.record import Record
from companion.sayings import announcements as say
from companion.sayings.announcements import Aloud, Earcon, Level
from companion.sayings.arbiters import ALOUD_BY_ARBITER
from companion.speaker import of_arbiter, otherwise
from companion.table.help.proposal import Proposal
from companion.table.view import Doubt, View
from companion.voice.croupier import Croupier
from companion.voice.prompts import prompt
from companion.words import Seat

MOST = 5
"""So many sentences an announcement has at most, unless more of them are"""

KEPT: tuple[Earcon, ...] = ("ask", "end")
"""such that nobody may miss them."""

RANKED = 4
"""So many are named at the end: more nobody keeps in mind."""

LOUDEST: tuple[Earcon, ...] = (
    *("end", "jail", "bad", "sold", "bid", "roll", "ask", "good", "money", "turn"),
)
"""Of several earcons in one record the first of these is heard."""

UNREAD = "unread"
"""Id of the announcement that the dice are to be typed."""

_SILENCE = Aloud("")
_ROLLS = e.FirstRolled | e.Rolled | e.RolledForRent
_AMOUNTS = e.Paid | e.DebtOpened


class Announcement(msgspec.Struct, frozen=True):
    """What is heard at once: an earcon, then sentences; either may be missing."""

    id: str  # no two of a game have the same
    earcon: Earcon = ""
    text: str = ""
    topic: str = ""  # of two with the same topic only the newer is worth saying
    cuts: bool = False  # it ends what is being said


def announced(croupier: Croupier, record: Record, level: Level) -> Announcement | None:
    """Return what is heard of a record at a level; None where it is nothing.

    What repeats an earlier record was heard then.
    """
    if level == "off" or record.cause.repeats is not None:
        return None
    arbiter = record.cause.arbiter
    heard = _heard(record.events, arbiter)
    earcons = {aloud.earcon for _event, aloud in heard if aloud.earcon}
    earcon: Earcon = next((one for one in LOUDEST if one in earcons), "")
    text = " ".join(_most_of(heard, croupier, level, arbiter))
    if not earcon and not text:
        return None
    bids = any(isinstance(event, e.BidMade) for event in record.events)
    rolls = any(isinstance(one, _ROLLS) for one in record.events)
    return Announcement(str(record.seq), earcon, text, "bid" if bids else "", cuts=rolls)


def _heard(events: Sequence[e.AnyEvent], arbiter: str = "") -> list[tuple[e.AnyEvent, Aloud]]:
    """Return how each of some events is heard; what was heard when it was proposed, not again."""
    told = any(isinstance(event, e.Confirmed) for event in events)
    new = [event for event in events if not (told and isinstance(event, _ROLLS | e.Moved))]
    return [(event, _aloud(event, events, arbiter)) for event in new]


def _most_of(
    heard: Sequence[tuple[e.AnyEvent, Aloud]], croupier: Croupier, level: Level, arbiter: str = ""
) -> Iterator[str]:
    """Yield the first sentences, and each that asks for something or ends a game."""
    found = {
        _sentence(croupier, one, aloud, level, arbiter): aloud.earcon in KEPT
        for one, aloud in heard
    }
    found.pop("", None)
    left = MOST - sum(found.values())
    for sentence, kept in found.items():
        left -= not kept
        if kept or left >= 0:
            yield sentence


def asked_now(croupier: Croupier, view: View, level: Level) -> Announcement | None:
    """Return what is heard of the moment: what somebody is asked, an auction's calls, who rolls."""
    state = view.state
    if state is not None and state.winners:
        return _ranked(croupier, state) if level in ("brief", "full") else None
    if state is None or not _is_heard(view, level):
        return None
    brief = level != "sounds"
    if view.doubt is not None:
        text = _doubt(croupier, view.doubt)
        return Announcement(f"doubt-{view.doubt.id}", "ask", text if brief else "", "turn")
    if view.proposal is not None:
        text = " ".join(_proposed(croupier, view.proposal, level))
        return Announcement(f"proposal-{view.proposal.id}", "ask", text if brief else "", "turn")
    asked = prompt(croupier, view, state)
    if asked is not None:
        return Announcement(asked.id, "ask", croupier.ended(asked.text) if brief else "", "turn")
    if state.auction is not None:
        if view.auction is None or not view.auction.word:
            return None
        price = croupier.money(state.auction.price) if state.auction.leader is not None else ""
        text = ", ".join(filter(None, (price, croupier.say(say.CALLS[view.auction.word]))))
        key = f"{view.auction.word}-{state.auction.lot}-{state.auction.price}"
        return Announcement(key, "bid", f"{text}." if brief else "", "bid")
    return _turn(croupier, view, brief=brief)


def _doubt(croupier: Croupier, doubt: Doubt) -> str:
    """Return what the roller is asked: whether it is the guess that a press says yes to."""
    name = croupier.name(doubt.seat)
    match doubt.guess:
        case (first, second):
            return f"{name}: {croupier.say(say.BOTH, first=first, second=second)}"
        case (first,):
            return f"{name}: {croupier.number(first)}?"
    return croupier.say(say.DICE, name=name)


def _proposed(croupier: Croupier, proposal: Proposal, level: Level) -> Iterator[str]:
    """Yield what waits to be confirmed, and by whom; amounts that are typed are not told."""
    typed = proposal.helps == "announce"
    events = [one for one in proposal.events if not (typed and isinstance(one, _AMOUNTS))]
    yield from _most_of(_heard(events), croupier, level)
    if proposal.awaited:
        names = ", ".join(map(croupier.name, proposal.awaited))
        yield croupier.ended(croupier.say(say.CONFIRMS, seats=names))


def _ranked(croupier: Croupier, state: GameState) -> Announcement | None:
    """Return who is worth how much at the end, the richest first; None where one alone is left."""
    ranked = ranking(state)[:RANKED]
    told = (f"{croupier.name(one.seat)} {croupier.worth(one.counted.worth)}" for one in ranked)
    return Announcement("ranking", "", f"{', '.join(told)}.") if len(ranked) > 1 else None


def is_blind(view: View) -> bool:
    """Return whether there is a camera, and it reads nothing now."""
    return view.camera is not None and not view.camera.ok


def unread_now(croupier: Croupier, view: View, level: Level) -> Announcement | None:
    """Return what is heard where dice are awaited and no camera that is there can read them."""
    if not is_blind(view) or not _is_heard(view, level) or view.doubt is not None:
        return None
    if _roller(view) is None:
        return None
    text = "" if level == "sounds" else f"{croupier.say(say.UNREAD)}."
    return Announcement(UNREAD, "ask", text, "camera")


def _is_heard(view: View, level: Level) -> bool:
    """Return whether anything of the moment is heard: somebody speaks, and play goes on."""
    state = view.state
    return level != "off" and state is not None and not state.winners and view.pauses.since is None


def _roller(view: View) -> Seat | None:
    rolls = {"roll", "first-roll"}
    return next((seat for seat, words in view.asked.items() if words & rolls), None)


def _turn(croupier: Croupier, view: View, *, brief: bool) -> Announcement | None:
    state, seat = view.state, _roller(view)
    if state is None or seat is None:
        return None
    sentence = say.TURN
    if state.first is not None:
        sentence = say.TO_BEGIN
    elif state.rent_roll is not None:
        sentence = say.FOR_RENT
    elif state.turn.seat == seat and state.turn.rolled:
        sentence = say.AGAIN
    text = f"{croupier.say(sentence, name=croupier.name(seat))}."
    key = f"turn-{seat}-{sentence}-{state.turn.doubles}"
    return Announcement(key, "turn", text if brief else "", "turn")


def _sentence(
    croupier: Croupier, event: e.AnyEvent, aloud: Aloud, level: Level, arbiter: str
) -> str:
    if not aloud.sentence or level == "sounds" or (aloud.level == "full" and level != "full"):
        return ""
    if isinstance(event, e.CardDrawn) and not croupier.reads_the_box:
        return ""  # no voice reads another language's card rightly; what it does is heard
    fields = {name: getattr(event, name) for name in event.__struct_fields__}
    facts = croupier.written(getattr(event, "facts", {}) | fields, fields_of(type(event)))
    facts |= {"arbiter": arbiter} if arbiter else {}
    return croupier.ended(croupier.begun(croupier.say(aloud.sentence, **facts)))


def _aloud(event: e.AnyEvent, events: Sequence[e.AnyEvent], arbiter: str) -> Aloud:
    """Return how an event is heard beside the others of its record, which an *arbiter* ordered."""
    tag = str(event.__struct_config__.tag)
    kinds = {type(one) for one in events}
    if tag in say.SILENT or (isinstance(event, e.Traded) and e.DebtSettled in kinds):
        return _SILENCE  # what settled a debt is heard in its stead
    if isinstance(event, e.JailTurnSpent) and e.Freed in kinds:
        return _SILENCE  # it was the last there
    if isinstance(event, e.Bought) and e.Dealt in kinds:
        return _SILENCE  # all of them at once: it is told that they were dealt
    if isinstance(event, e.Paid):
        return say.PAYMENTS.get(_payment(event, events), _SILENCE)
    if isinstance(event, e.AuctionClosed) and event.leader is not None:
        return Aloud("", "sold")
    if arbiter and (named := ALOUD_BY_ARBITER.get(of_arbiter(event))) is not None:
        return named
    return say.OTHERWISE_ALOUD.get(otherwise(event), say.ALOUD[tag])


def _payment(paid: e.Paid, events: Sequence[e.AnyEvent]) -> str:
    """Return what a payment is heard as: what a card costs or brings many is one sentence."""
    if paid.reason != "card":
        return paid.reason
    if not isinstance(paid.payer, int):
        return "card/gets"
    if not isinstance(paid.payee, int):
        return "card/pays"
    same = list(_between_players(paid, events))
    if len(same) < 2:
        return "card/both"
    return "card/from-all" if len({one.payee for one in same}) == 1 else "card/to-all"


def _between_players(paid: e.Paid, events: Sequence[e.AnyEvent]) -> Iterator[e.Paid]:
    for one in events:
        if isinstance(one, e.Paid) and (one.reason, one.amount) == (paid.reason, paid.amount):
            seats: tuple[object, ...] = (one.payer, one.payee)
            if all(isinstance(seat, int) for seat in seats):
                yield one
