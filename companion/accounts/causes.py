"""The chain of causes: which earlier records led to one, back to the dice or the button."""

from collections.abc import Iterator, Sequence

from companion.game import events as e
from companion.game.event import Thread
from companion.journal.record import Record
from companion.journal.replay import in_force, went_back_to


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
    return event.after if isinstance(event, e.Paid | e.DebtOpened) else 0


def _led(line: Sequence[Record]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield for each record of a line of play those to which it is the answer."""
    opened: dict[Thread, int] = {}
    known: set[int] = set()
    for record in line:
        threads = {thread for event in record.events for thread in event.answered}
        led = {opened[one] for one in threads if one in opened}
        places = {event.after for event in record.events} & known
        yield record.seq, tuple(sorted(led | places))
        known.add(record.seq)
        for event in record.events:
            opened.update(dict.fromkeys(event.threads(event.opens), record.seq))
