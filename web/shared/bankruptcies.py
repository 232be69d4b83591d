"""A bankruptcy as one piece of news: who is out, and what becomes of the deeds."""

from msgspec.structs import replace

from companion.game import events as e
from companion.journal.record import Record
from companion.sayings.said import marked as _
from companion.speaker import Speaker, ToldLine
from companion.words import Seat


def folded(
    speaker: Speaker, record: Record, event: e.AnyEvent, line: ToldLine, reader: Seat | None
) -> ToldLine | None:
    """Return the line of an event in a short list; None if another line says it too.

    Where somebody went bankrupt, all deeds that changed hands are told with that, and all interest
    that was paid for them is one sum.
    """
    if not any(isinstance(one, e.WentBankrupt) for one in record.events):
        return line
    match event:
        case e.WentBankrupt():
            told = (line.text, _deeds(speaker, record, event, reader))
            return replace(line, text=": ".join(filter(None, told)))
        case e.LotHandedOver():
            return None
        case e.Paid(reason="interest"):
            return _interest(speaker, record, event, reader)
        case _:
            return line


def _deeds(speaker: Speaker, record: Record, gone: e.WentBankrupt, reader: Seat | None) -> str:
    """Return what becomes of the deeds of who is out; nothing where there were none."""
    deeds = [one for one in record.events if isinstance(one, e.LotHandedOver)]
    own = [one for one in deeds if one.giver == gone.seat]
    if not own:
        return ""
    if any(isinstance(one, e.EstateFell) for one in record.events):
        return speaker.count("{n} deed is auctioned", "{n} deeds are auctioned", len(own))
    heir = own[0].to
    if heir is not None and heir == reader:
        return speaker.count("{n} deed goes to you", "{n} deeds go to you", len(own))
    name = speaker.name(heir)
    return speaker.count("{n} deed goes to {heir}", "{n} deeds go to {heir}", len(own), heir=name)


def _interest(
    speaker: Speaker, record: Record, paid: e.Paid, reader: Seat | None
) -> ToldLine | None:
    """Return all that *paid*'s payer paid in interest, in place of the first of it."""
    of_payer = [
        one
        for one in record.events
        if isinstance(one, e.Paid) and (one.reason, one.payer) == (paid.reason, paid.payer)
    ]
    if paid is not of_payer[0]:
        return None
    number, lines = len(of_payer), [speaker.event(one, reader) for one in of_payer]
    if number == 1:
        return lines[0]
    text = speaker.say(_("{told} ({n} times)"), told=lines[0].text, n=number)
    return replace(
        lines[0],
        text=text,
        change=sum(line.change for line in lines),
        amount=sum(line.amount for line in lines),
    )
