"""The open calls for the arbiter, in words."""

import msgspec

from companion.sayings.events import EVENTS, OTHERWISE
from companion.table.calling.calls import ArbiterCall
from companion.words import Seat
from web.shared.parts import hour_of
from web.shared.scene import Scene

COMING = OTHERWISE["coming"].they
SAYS = EVENTS["call-answered"].they


class ToldCall(msgspec.Struct, frozen=True, kw_only=True):
    """One call, as the table reads it."""

    id: int
    by: Seat | None
    text: str  # who calls, since when, what for
    answer: str  # what the arbiter says; empty: nothing yet
    is_own: bool  # the reader's


def calls_of(scene: Scene) -> tuple[ToldCall, ...]:
    """Return the open calls, the oldest first."""
    return tuple(_told(scene, one) for one in scene.view.calls)


def may_call(scene: Scene, seat: Seat | None) -> bool:
    """Return whether a seat may call the arbiter now; None: the banker."""
    return scene.view.in_club and all(one.by != seat for one in scene.view.calls)


def _told(scene: Scene, call: ArbiterCall) -> ToldCall:
    text = " ".join(scene.line(event).text for event in scene.records[call.id - 1].events)
    say, since = scene.speaker.say, hour_of(call.cause.wall)
    answer = ""
    if call.arbiter:
        words = SAYS if call.word else COMING
        answer = say(words, arbiter=call.arbiter, why=call.word)
    return ToldCall(
        id=call.id,
        by=call.by,
        text=f"{text} ({since})" if since else text,
        answer=answer,
        is_own=call.by is not None and call.by == scene.reader,
    )
