"""What arbiters see: what waits at all tables, and one record of one game, told whole."""

from collections.abc import Iterator, Sequence
from gettext import NullTranslations

import msgspec

from companion.accounts.causes import Causes
from companion.accounts.explainer import Explainer
from companion.accounts.explanation import equation
from companion.accounts.headlines import Headlines, who_asked
from companion.accounts.holdings import Holdings
from companion.editions.load import load_rulebook
from companion.game.events import CallAnswered, Due
from companion.hub.lobby import LobbyLine
from companion.hub.waiting import TableWait
from companion.journal.record import Record
from companion.journal.replay import in_force, is_played, taken_back
from companion.rules import decide
from companion.sayings.said import marked as _
from companion.speaker import Speaker
from companion.table.calling.calls import CALL, ArbiterCall
from companion.table.disputing.disputes import said_of
from companion.table.help.booking import as_booked_now
from companion.table.help.dues import reckoned
from companion.table.help.proposal import Proposal
from companion.table.state import TableState
from companion.words import Money, Seat
from web.club.call_view import BookedLast, booked_last, is_call
from web.club.view import UNREADABLE, WAITS, seen_words
from web.setup.agreed import Agreed, agreed_of
from web.story.record_teller import Happened, RecordTeller, ToldStep, when_of

MOST_UNDONE = 6

CLAIMS = _("{name} says that it is not so: {what}")
DISPUTES = _("{name} disputes: {what}")
BANKER_DISPUTES = _("The banker disputes: {what}")
PAYS = _("{payer} pays {payee}")


class WaitingCard(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that waits at a table."""

    table: str
    game: str
    seq: int
    kind: str  # a ruling, a vote, a pause
    text: str  # who says what
    why: str
    ago: str
    is_urgent: bool  # somebody waits for a ruling
    answer: str  # what an arbiter has said to a call


class GameRow(msgspec.Struct, frozen=True, kw_only=True):
    """A table whose records may be looked at."""

    table: str
    game: str
    seq: int  # of its last record; 0: the game cannot be read
    text: str  # what came last


class DueField(msgspec.Struct, frozen=True, kw_only=True):
    """One amount of what is not booked yet."""

    place: int
    title: str
    amount: str
    arithmetic: str
    figure: Money
    owed: bool


class RecordView(msgspec.Struct, frozen=True, kw_only=True):
    """One record, told whole, with what may be ruled on it."""

    seq: int
    table: str
    who: str
    when: str  # by the table's wall clock, which may be wrong
    held: str  # since when its phone has had the seat
    picture: str  # SHA-256
    happenings: tuple[Happened, ...]
    steps: tuple[ToldStep, ...]
    late: tuple[ToldStep, ...]
    agreed: Agreed  # what counts otherwise than in the book
    said: tuple[str, ...]  # what was said of it, the oldest first
    undone: tuple[str, ...]  # what taking it back would take back, the newest first
    more: int  # so many more
    is_gone: bool  # taken back
    is_disputed: bool
    call: ArbiterCall | None  # where it is one that is open
    booked: BookedLast | None  # where it is a call: what the table speaks of
    may_go_back: bool
    dues: tuple[DueField, ...]  # where it is a proposal that waits
    contested: tuple[str, ...]
    unit: str
    people: tuple[tuple[Seat, str, str], ...]  # seat, name, cash
    is_paused: bool
    is_over: bool
    last: int  # number of the game's last record
    earlier: int
    later: int


def card_of(catalogue: NullTranslations, one: TableWait, now: float) -> WaitingCard:
    """Return what waits in words.

    Args:
        catalogue: of the reader's language.
        one: what waits.
        now: seconds since 1970, by the clock of the hub.
    """
    headlines = Headlines(speaker_of(catalogue, one.line), one.records)
    return WaitingCard(
        table=one.line.table,
        game=one.line.game,
        seq=one.seq,
        kind=headlines.speaker.say(WAITS[one.what]),
        text=_text(headlines, one),
        why=one.why,
        ago=seen_words(catalogue, now, one.since),
        is_urgent=one.what in ("dispute", "contested", "call"),
        answer=_answer(headlines.speaker, one),
    )


def _text(headlines: Headlines, one: TableWait) -> str:
    speaker, what = headlines.speaker, headlines.of(one.seq)
    name = "" if one.by is None else speaker.name(one.by)
    if one.what == "paused":
        return who_asked(speaker, one.cause)
    if one.what in ("vote", "call"):
        return what
    if one.what == "contested":
        waits = _proposal(one.state, one.seq)
        what = "; ".join(_line(speaker, due) for due in waits.dues) if waits else what
        return speaker.say(CLAIMS, name=name, what=what)
    return speaker.say(DISPUTES if name else BANKER_DISPUTES, name=name, what=what)


def _answer(speaker: Speaker, one: TableWait) -> str:
    call = one.state.calls.open.get(one.seq) if one.what == "call" else None
    if call is None or not call.arbiter:
        return ""
    event = CallAnswered(call=call.id, arbiter=call.arbiter, why=call.word, because=CALL)
    return speaker.event(event).text


def game_row(catalogue: NullTranslations, line: LobbyLine, records: Sequence[Record]) -> GameRow:
    """Return a table with what came last there."""
    last = records[-1].seq
    text = Headlines(speaker_of(catalogue, line), records).of(last)
    return GameRow(table=line.table, game=line.game, seq=last, text=text)


def unread_row(catalogue: NullTranslations, line: LobbyLine) -> GameRow:
    """Return a table whose game cannot be read."""
    return GameRow(table=line.table, game=line.game, seq=0, text=catalogue.gettext(UNREADABLE))


def speaker_of(catalogue: NullTranslations, line: LobbyLine) -> Speaker:
    """Return who speaks of a game that can be read."""
    assert line.edition is not None
    return Speaker(catalogue, line.edition, tuple(one.name for one in line.seats))


def record_view(
    speaker: Speaker,
    line: LobbyLine,
    state: TableState,
    records: Sequence[Record],
    seq: int,
) -> RecordView:
    """Return record *seq* of a game, which there is.

    Raises:
        CompanionError: its rules are not here.
    """
    record, headlines = records[seq - 1], Headlines(speaker, records)
    explainer = Explainer(headlines, Holdings(records).since)
    rulebook = load_rulebook(state.game.edition.catalogue)
    teller = RecordTeller(explainer, state.game, rulebook, Causes(records), line.game)
    explanation = teller.explanation(record)
    gone, waits = taken_back(records), _proposal(state, seq)
    undone = _undone(headlines, seq - 1)
    return RecordView(
        seq=seq,
        table=line.table,
        who=who_asked(speaker, record.cause),
        when=when_of(record),
        held=explainer.held(record),
        picture=record.cause.evidence or "",
        happenings=teller.happened(record, explanation),
        steps=teller.chain(record, explanation),
        late=teller.too_late(record),
        agreed=agreed_of(speaker, state.game.edition),
        said=tuple(_said(headlines, record)),
        undone=undone[:MOST_UNDONE],
        more=max(0, len(undone) - MOST_UNDONE),
        is_gone=seq in gone,
        is_disputed=seq in state.disputes.open,
        call=state.calls.open.get(seq),
        booked=booked_last(teller, headlines, records, seq) if is_call(record) else None,
        may_go_back=seq > 1 and seq not in gone and is_played(record),
        dues=tuple(_dues(speaker, waits)) if waits else (),
        contested=tuple(_contested(headlines, waits)),
        unit=speaker.unit,
        people=tuple(_people(speaker, state)),
        is_paused=state.pauses.since is not None,
        is_over=bool(state.game.winners),
        last=len(records),
        earlier=seq - 1,
        later=seq + 1 if seq < len(records) else 0,
    )


def _said(headlines: Headlines, record: Record) -> Iterator[str]:
    for at, event in said_of(headlines.records, record):
        yield headlines.line(event, headlines.records[at - 1].cause.arbiter).text


def _people(speaker: Speaker, state: TableState) -> Iterator[tuple[Seat, str, str]]:
    for seat in state.game.seats:
        if not state.game.players[seat].out:
            yield seat, speaker.name(seat), speaker.money(state.game.cash(seat))


def _undone(headlines: Headlines, back_to: int) -> tuple[str, ...]:
    later = [r.seq for r in in_force(headlines.records) if r.seq > back_to and is_played(r)]
    return tuple(headlines.of(seq) for seq in reversed(later))


def _proposal(state: TableState, seq: int) -> Proposal | None:
    """Return what waits as record *seq*: the first of all as it would be booked now."""
    waits = next((one for one in state.proposals.open if one.id == seq), None)
    if waits is None or waits is not state.proposals.head:
        return waits
    return as_booked_now(waits, decide(state.game, waits.command)) or waits


def _due(speaker: Speaker, due: Due) -> str:
    payer, payee = speaker.name(due.payer), speaker.name(due.payee)
    return speaker.begun(speaker.say(PAYS, payer=payer, payee=payee))


def _line(speaker: Speaker, due: Due) -> str:
    return f"{_due(speaker, due)}: {speaker.money(due.amount)}"


def _dues(speaker: Speaker, waits: Proposal) -> Iterator[DueField]:
    sources = reckoned(waits.command, waits.events)
    for place, due in enumerate(waits.dues):
        event = sources[place] if place < len(sources) else None
        yield DueField(
            place=place,
            title=_due(speaker, due),
            amount=speaker.money(due.amount),
            arithmetic=equation(event, speaker.edition) if event else "",
            figure=waits.typed.get(place, due.amount),
            owed=due.owed,
        )


def _contested(headlines: Headlines, waits: Proposal | None) -> Iterator[str]:
    for seat, why in waits.contested.items() if waits else ():
        said = headlines.speaker.say(
            _("{name} says that it is not so"), name=headlines.speaker.name(seat)
        )
        yield f"{said}: {why}" if why else said
