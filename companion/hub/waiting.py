"""What waits for somebody at all tables: disputes, contested amounts, calls, votes, pauses."""

from collections.abc import Iterator, Sequence
from functools import partial

import msgspec

from companion.game.events import Contested, Disputed
from companion.hub.lobby import Lobby, LobbyLine, Waits
from companion.journal.record import Cause, Record
from companion.table.clocks.pauses import between
from companion.table.disputing.disputes import said_of
from companion.table.state import TableState
from companion.words import Seat


class TableWait(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that waits at one table."""

    line: LobbyLine  # of the table
    state: TableState  # of its game
    records: Sequence[Record]
    what: Waits
    seq: int  # number of the record that it is about
    by: Seat | None  # who says so; None: the banker, or whoever *cause* names
    why: str
    cause: Cause  # of the record since which it waits
    since: float  # seconds since 1970, by the hub's clock


def waiting_in(lobby: Lobby) -> tuple[TableWait, ...]:
    """Return what waits at all tables, the oldest first."""
    found: list[TableWait] = []
    for line, told in lobby.told():
        if line.waits:
            found += lobby.drawn(line, partial(_of_table, line, *told)) or ()
    return tuple(sorted(found, key=lambda one: one.since))


def _of_table(
    line: LobbyLine, state: TableState, records: Sequence[Record]
) -> tuple[TableWait, ...]:
    return tuple(_waiting(line, state, records))


def _waiting(line: LobbyLine, state: TableState, records: Sequence[Record]) -> Iterator[TableWait]:
    for what, seq, by, why, cause in _found(state, records):
        if what not in line.waits:
            continue
        yield TableWait(
            line=line,
            state=state,
            records=records,
            what=what,
            seq=seq,
            by=by,
            why=why,
            cause=cause,
            # Clocks of tables differ, and may be years wrong: theirs only says how long.
            since=line.kept_at - between(cause, records[-1].cause),
        )


def _found(
    state: TableState, records: Sequence[Record]
) -> Iterator[tuple[Waits, int, Seat | None, str, Cause]]:
    for dispute in state.disputes.open.values():
        said = [at for at, one in said_of(records, records[dispute.seq - 1]) if _opens(one)]
        cause = records[max(said, default=dispute.seq) - 1].cause
        yield "dispute", dispute.seq, dispute.by, dispute.why, cause
    for proposal in state.proposals.open:
        for seat, why in proposal.contested.items():
            yield "contested", proposal.id, seat, why, _contested(records, proposal.id, seat)
    for call in state.calls.open.values():
        yield "call", call.id, call.by, call.why, call.cause
    vote = state.disputes.vote
    if vote is not None:
        yield "vote", vote.id, vote.by, vote.why, vote.asked
    if state.pauses.since is not None:
        cause = state.pauses.since
        seq = next(one.seq for one in reversed(records) if one.cause == cause)
        yield "paused", seq, cause.seat, "", cause


def _opens(event: object) -> bool:
    return isinstance(event, Disputed)


def _contested(records: Sequence[Record], proposal: int, seat: Seat) -> Cause:
    for record in reversed(records):
        for event in record.events:
            if isinstance(event, Contested) and (event.proposal, event.seat) == (proposal, seat):
                return record.cause
    return records[proposal - 1].cause
