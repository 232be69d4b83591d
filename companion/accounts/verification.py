"""Proves a journal: its chain, its replay, its books, its pictures."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from companion.errors import CompanionError
from companion.game.state import GameState, fingerprint
from companion.journal.audit import audit_journal
from companion.journal.pictures import Pictures
from companion.journal.record import Record
from companion.journal.replay import opening, stepped
from companion.rules.invariants import broken


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """What was found in a journal; it is sound if there are no damages."""

    journal: str
    records: int
    damages: tuple[str, ...] = ()  # one line each: where, and what
    fingerprint: str = ""  # of the state after the last record; "" if it cannot be replayed
    pictures: int = 0  # that records rest on
    pruned: int = 0  # of them; they made room


def verify(path: Path, pictures: Pictures) -> Proof:
    """Return what there is to say about a journal; nothing is changed.

    Args:
        path: the journal's file.
        pictures: where the evidence of its home is kept.

    Raises:
        JournalError: there is no such file.
    """
    records, damages = audit_journal(path)
    told = [str(damage) for damage in damages]
    state: GameState | None = None
    if not damages:
        wrong, state = replay_faults(records, str(path))
        told += wrong
    fates = Counter({digest: pictures.fate(digest) for digest in _evidence(records)}.values())
    told += _lost(records, pictures, str(path))
    return Proof(
        journal=str(path),
        records=len(records),
        damages=tuple(told),
        fingerprint=fingerprint(state) if state else "",
        pictures=fates.total(),
        pruned=fates["pruned"],
    )


def pictures_beside(path: Path) -> Pictures:
    """Return the evidence of the home in which a journal lies (`HOME/games/NAME.journal`)."""
    return Pictures(path.absolute().parent.parent / "pictures")


def replay_faults(records: Sequence[Record], where: str) -> tuple[list[str], GameState | None]:
    """Return what is wrong after each record, and the last state if it could be reached.

    Args:
        records: of one game, from its first on.
        where: the journal's file, for the lines.
    """
    if not records:
        return [f"{where}: there is no game in it"], None
    told: list[str] = []
    known: set[str] = set()
    try:
        state = opening(records[0], where=where)
        for number, record in enumerate(records):
            state = stepped(state, record, earlier=records[:number], where=where)
            fresh = [wrong for wrong in broken(state) if wrong not in known]
            told += [f"{where}, record {record.seq}: {wrong}" for wrong in fresh]
            known.update(fresh)  # said where it began, not at each record after
    except CompanionError as error:
        return [*told, str(error)], None
    return told, state


def _evidence(records: Sequence[Record]) -> Iterator[str]:
    for record in records:
        if record.cause.evidence:
            yield record.cause.evidence


def _lost(records: Sequence[Record], pictures: Pictures, where: str) -> Iterator[str]:
    for record in records:
        evidence = record.cause.evidence
        fate = pictures.fate(evidence) if evidence else "kept"
        if fate in ("missing", "damaged"):
            yield f"{where}, record {record.seq}: its picture {evidence} is {fate}"
