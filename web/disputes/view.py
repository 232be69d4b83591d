"""Disputes and votes as pages show them: what is open, what was ruled, what one may take back."""

from collections.abc import Sequence

import msgspec

from companion.game import events as e
from companion.journal.record import Record
from companion.journal.replay import in_force, is_played
from companion.sayings.said import marked as _
from companion.table.disputing.disputes import Dispute, Vote, known_since, said_of
from companion.table.story.own_step import own_last_step
from companion.words import Seat
from web.shared.scene import Scene

MOST_UNDONE = 6


class DisputeLine(msgspec.Struct, frozen=True, kw_only=True):
    """How a record stands: whether it may be disputed, and what was said of it."""

    may: bool
    said: tuple[str, ...]  # oldest first
    corrected: int = 0  # number of the record that corrected it
    disputed: int = 0  # number of the disputed record on which this is the ruling


class OpenDispute(msgspec.Struct, frozen=True, kw_only=True):
    """A dispute that the banker has still to rule on."""

    seq: int
    text: str  # who disputes what
    why: str
    waits: str  # whether play waits for it
    picture: str
    corrected: bool  # the books were set right since
    undone: tuple[str, ...]  # what taking it back would take back, the newest first
    more: int  # so many more


class OpenVote(msgspec.Struct, frozen=True, kw_only=True):
    """The vote that runs."""

    id: int
    text: str  # who asks for what
    why: str
    count: str
    left_ms: int
    mine: bool | None  # how the reader voted
    may: bool  # the reader has a voice
    undone: tuple[str, ...]
    more: int


def dispute_of(scene: Scene, record: Record) -> DisputeLine:
    """Return what was said of a record, and whether it may be disputed now."""
    found = [*said_of(scene.records, record)]
    causes = [scene.records[seq - 1].cause for seq, _event in found]
    said = tuple(
        scene.line(event, cause.arbiter).text
        for (_seq, event), cause in zip(found, causes, strict=True)
    )
    ruled = [(seq, one) for seq, one in found if isinstance(one, e.Ruled)]
    own = (one.dispute for one in record.events if isinstance(one, e.Corrected) and one.dispute)
    booked = known_since(scene.records, record)
    fresh = scene.now - booked.mono <= scene.view.customs.window_s
    # After a restart its clock tells nothing any more; the table decides.
    known = scene.records[-1].cause.boot == booked.boot
    may = record.seq > 1 and not said and is_played(record) and record.seq not in scene.undone
    return DisputeLine(
        may=may and (fresh or not known),
        said=said,
        corrected=next((one.by or seq for seq, one in ruled if one.ruling == "corrected"), 0),
        disputed=next((dispute for dispute in own if dispute < record.seq), 0),
    )


def open_disputes(scene: Scene) -> tuple[OpenDispute, ...]:
    """Return what the banker is to rule on, oldest first."""
    return tuple(_open(scene, one) for one in scene.view.disputes)


def _open(scene: Scene, one: Dispute) -> OpenDispute:
    undone = _undone(scene, one.seq - 1)
    facts = {"what": scene.headline(one.seq)}
    text = scene.speaker.say(_("The banker disputes: {what}"), **facts)
    if one.by is not None:
        name = scene.speaker.name(one.by)
        text = scene.speaker.say(_("{name} disputes: {what}"), name=name, **facts)
    waits = _("Play waits for the banker.") if scene.view.held else _("The game goes on.")
    return OpenDispute(
        seq=one.seq,
        text=text,
        why=one.why,
        waits=scene.speaker.say(waits),
        picture=scene.records[one.seq - 1].cause.evidence or "",
        corrected=_is_corrected(scene.records[one.seq :]),
        undone=undone[:MOST_UNDONE],
        more=max(0, len(undone) - MOST_UNDONE),
    )


def _is_corrected(records: Sequence[Record]) -> bool:
    return any(isinstance(event, e.Corrected) for one in records for event in one.events)


def _undone(scene: Scene, back_to: int) -> tuple[str, ...]:
    """Return what going back would take back, the newest first."""
    later = [r.seq for r in in_force(scene.records) if r.seq > back_to and is_played(r)]
    return tuple(scene.headline(seq) for seq in reversed(later))


def vote_of(scene: Scene) -> OpenVote | None:
    """Return the vote that runs, or None."""
    vote = scene.view.vote
    if vote is None:
        return None
    undone = _undone(scene, vote.back_to)
    return OpenVote(
        id=vote.id,
        text=scene.speaker.say(
            _("{name} would like to go back to just after: {what}"),
            name=scene.speaker.name(vote.by),
            what=scene.headline(vote.back_to),
        ),
        why=vote.why,
        count=scene.speaker.say(
            _("{yes} for it, {no} against it; {needed} are needed"),
            yes=len(vote.yes),
            no=len(vote.no),
            needed=vote.needed,
        ),
        left_ms=max(0, int((vote.ends - scene.now) * 1000)),
        mine=_voice(vote, scene.reader),
        may=scene.reader in vote.voters,
        undone=undone[:MOST_UNDONE],
        more=max(0, len(undone) - MOST_UNDONE),
    )


def _voice(vote: Vote, reader: Seat | None) -> bool | None:
    if reader in vote.yes:
        return True
    return False if reader in vote.no else None


def own_step_of(scene: Scene) -> str:
    """Return the last step that the reader may take back, in a sentence; nothing without one."""
    assert scene.reader is not None
    step = own_last_step(scene.records, scene.state, scene.reader)
    if step is None or scene.view.held is not None:
        return ""
    lines = (scene.speaker.event(event, scene.reader) for event in step.events)
    return next((line.text for line in lines), "")


def choices_to_go_back(scene: Scene, most: int, *, also: str = "") -> tuple[tuple[int, str], ...]:
    """Return the newest records that one may go back to, newest first; and one that is named."""
    kept = [r for r in in_force(scene.records) if is_played(r)][:-1]
    shown = [r for n, r in enumerate(kept) if n >= len(kept) - most or str(r.seq) == also]
    return tuple((r.seq, scene.headline(r.seq)) for r in reversed(shown))
