"""What happened in the records of one game, each event in a sentence for one reader."""

from collections.abc import Collection, Iterator, Sequence

from msgspec.structs import replace

from companion.accounts.deed_figures import changes_of
from companion.game import events as e
from companion.journal.record import Cause, Record
from companion.sayings.explanations import (
    AGREED,
    BECAUSE_DISPUTED,
    CAME_FROM,
    GOES_ON,
    HOUSES_ALIKE,
    PHOTOGRAPHED,
    READ_WRONG,
    RULED_AT_THE_CLUB,
    TYPED_IN,
    VOUCHED,
)
from companion.speaker import Speaker, ToldLine
from companion.words import Accord, Seat


class Headlines:
    """Says records and their events; where one names another, that one too.

    Args:
        speaker: who speaks to the reader.
        records: of the game, from its first on.
        reader: who hears "you"; None: a terminal, the table screen.
        hidden: whose balances the reader may not know.
    """

    def __init__(
        self,
        speaker: Speaker,
        records: Sequence[Record],
        reader: Seat | None = None,
        hidden: Collection[Seat] = (),
    ) -> None:
        self.speaker, self.records, self.reader, self.hidden = speaker, records, reader, hidden

    def of(self, seq: int) -> str:
        """Return what happened in a record, in one sentence: its first piece of news.

        What lapsed by it is none: a roll is a roll, whatever rent was missed by then.
        """
        events, arbiter = self.records[seq - 1].events, self.records[seq - 1].cause.arbiter
        done = [event for event in events if not isinstance(event, e.RentLapsed)]
        lines = [self.speaker.event(event, arbiter=arbiter) for event in done or events]
        news = (
            line.text for rank in ("news", "story", "why") for line in lines if line.rank == rank
        )
        return next(news, "")

    def _corrected(self, event: e.Corrected, text: str) -> str:
        """Return a correction with whose cash was what before, and the dispute that it settles."""
        speaker = self.speaker
        changed = [
            f"{speaker.name(seat)}: {speaker.money(before)} → {speaker.money(cash)}"
            for seat, cash in event.cash.items()
            if seat not in self.hidden and cash != (before := event.before.get(seat, 0))
        ]
        told = f"{text} ({'; '.join(changed)})" if changed else text
        if event.dispute is None:
            return told
        return speaker.say(BECAUSE_DISPUTED, told=told, n=event.dispute)

    def _deed(self, event: e.DeedCorrected, text: str) -> str:
        """Return a deed that was set right with each figure, as it was and as it is."""
        speaker, lot = self.speaker, event.lot
        space, before, after = speaker.edition.space(lot), event.before[lot], event.figures[lot]
        told = [one.line for one in changes_of(speaker, space, before, after)]
        alike = [speaker.space(other) for other in event.figures if other != lot]
        told += [speaker.say(HOUSES_ALIKE, lots=", ".join(alike))] if alike else []
        return f"{text} ({'; '.join(told)})"

    def line(self, event: e.AnyEvent, arbiter: str = "") -> ToldLine:
        """Return an event as the reader is told it; going back names what it goes back to.

        *arbiter* is who ordered its record from the club: `record.cause.arbiter`.
        """
        line = self.speaker.event(event, self.reader, arbiter=arbiter)
        if isinstance(event, e.TakenOver):
            known = (*_accord(self.speaker, event.accord), event.why)
            text = ". ".join(filter(None, (line.text, " ".join(filter(None, known)))))
            # What was brought into the game is no payment that all have seen.
            return replace(line, text=text, amount=0 if self.hidden else line.amount)
        if isinstance(event, e.Corrected):
            return replace(line, text=self._corrected(event, line.text))
        if isinstance(event, e.DeedCorrected):
            return replace(line, text=self._deed(event, line.text))
        if isinstance(event, e.Disputed | e.Ruled):
            about = f"{line.text} ({self.of(event.seq)})"
            return replace(line, text=f"{about}: {event.why}" if event.why else about)
        if isinstance(event, e.Contested | e.Dropped | e.ArbiterCalled) and event.why:
            return replace(line, text=f"{line.text}: {event.why}")
        if not isinstance(event, e.Rewound | e.VoteAsked):
            return line
        # Of one's own step, the step; else what the game goes on from.
        own = isinstance(event, e.Rewound) and event.seat is not None
        told = self.of(event.back_to + 1 if own else event.back_to)
        is_named = own or (isinstance(event, e.Rewound) and event.retold)
        where = f"{line.text} ({told if is_named else self.speaker.say(GOES_ON, told=told)})"
        why = self.speaker.say(READ_WRONG) if event.why == READ_WRONG else event.why
        return replace(line, text=f"{where}: {why}" if why else where)


def _accord(speaker: Speaker, accord: Accord | None) -> Iterator[str]:
    """Yield where the figures of a game that is taken over come from, a sentence for each."""
    if accord is None:
        return
    yield speaker.say(TYPED_IN)
    if accord.seen:
        yield speaker.count("{n} deed was seen by the camera.",
                            "{n} deeds were seen by the camera.", accord.seen)  # fmt: skip
    if accord.ticked:
        yield speaker.count("{n} deed was ticked by hand.",
                            "{n} deeds were ticked by hand.", accord.ticked)  # fmt: skip
    for sentence, seats in ((AGREED, accord.agreed), (VOUCHED, accord.vouched)):
        if seats:
            yield speaker.say(sentence, names=speaker.people(seats))


def who_asked(speaker: Speaker, cause: Cause) -> str:
    """Return by whom and through what a record came about."""
    if cause.arbiter:
        return speaker.say(RULED_AT_THE_CLUB, name=cause.arbiter)
    if cause.role == "banker":
        return speaker.say(CAME_FROM["banker"])
    name = speaker.name(cause.seat) if cause.seat is not None else ""
    if cause.role == "camera" and cause.origin == "phone":
        return speaker.say(PHOTOGRAPHED, name=name)
    return speaker.say(CAME_FROM[cause.origin], name=name)
