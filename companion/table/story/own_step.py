"""The last step of one's own, that one may take back without asking anybody.

It may be taken back as long as nothing of chance and nothing of anybody else's has come of it or
after it, not even something that was taken back again: nobody learns anything by trying.
"""

from collections.abc import Sequence

from companion.game import commands as c
from companion.game import events as e
from companion.game.apply import entry_for
from companion.game.state import GameState
from companion.journal.record import Record
from companion.journal.replay import first_told, in_force, is_played, retellings, went_back_to
from companion.ledger.entries import Unit
from companion.words import Seat


def own_last_step(records: Sequence[Record], state: GameState, seat: Seat) -> Record | None:
    """Return the record that *seat* may take back now, or None.

    Args:
        records: of the game, all of them.
        state: as it stands after them.
        seat: who would take it back, in the own turn.
    """
    last = next((r for r in reversed(in_force(records)) if is_played(r)), None)
    if last is None or not _is_step(last, seat) or state.winners:
        return None
    if last.command.get("do") != "end" and state.turn.seat != seat:
        return None
    told = retellings(records)  # nobody did anything in these: it was done where it was first told
    after = (r for r in records[first_told(records, last.seq) :] if r.seq not in told)
    return last if all(_is_own(record, seat) for record in after) else None


def _is_own(record: Record, seat: Seat) -> bool:
    """Return whether nothing but the own steps and their taking back is in a record."""
    if any(isinstance(event, e.Proposed) for event in record.events):
        return False  # dice, a card, or somebody else's claim
    if went_back_to(record) is not None:
        return any(isinstance(ev, e.Rewound) and ev.seat == seat for ev in record.events)
    return not is_played(record) or _is_step(record, seat)


def _is_step(record: Record, seat: Seat) -> bool:
    asked = record.command
    kind = c.GAME_COMMANDS.get(str(asked.get("do")))
    if kind is None or not kind.is_own or asked.get("by") != seat:
        return False
    if record.cause.role not in ("seat", "camera"):  # what the banker did is the banker's
        return False
    return all(event.is_own and _is_alone(event, seat) for event in record.events)


def _is_alone(event: e.AnyEvent, seat: Seat) -> bool:
    """Return whether no money of another player moved."""
    entry = entry_for(event)
    accounts = [one.account for one in entry.postings if one.unit is Unit.CASH] if entry else []
    others = (a for a in accounts if a.startswith("seat-") and a != f"seat-{seat}")
    return not any(others)
