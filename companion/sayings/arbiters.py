"""What an arbiter of the club ordered, told by name: the feed's sentences, and those said aloud.

By an event's tag; of a ruling with what it came to. What is in neither is told as ever.
"""

from collections.abc import Mapping

from companion.sayings.announcements import Aloud
from companion.sayings.events import EVENTS, Phrase
from companion.sayings.said import marked as _

BY_ARBITER: Mapping[str, Phrase] = {
    "corrected": Phrase(
        _("{arbiter} (arbiter) corrected: {why}"), reason=EVENTS["corrected"].reason
    ),
    "rewound": Phrase(
        _("{arbiter} (arbiter) went back to an earlier step"), reason=EVENTS["rewound"].reason
    ),
    "ruled/stands": Phrase(_("{arbiter} (arbiter): number {seq} stands")),
    "ruled/corrected": Phrase(_("{arbiter} (arbiter): number {seq} was wrong and is corrected")),
    "ruled/taken-back": Phrase(_("{arbiter} (arbiter): number {seq} was wrong and is taken back")),
    "confirmed": Phrase(_("{arbiter} (arbiter) confirmed for {seats}"), rank="why"),
    "dropped": Phrase(
        _("{arbiter} (arbiter): what was not booked yet does not count"), rank="story"
    ),
    "insisted": Phrase(_("{arbiter} (arbiter): a different amount from what the rules say: {why}")),
    "paused": Phrase(_("{arbiter} (arbiter) paused the game")),
    "pause-ended": Phrase(_("{arbiter} (arbiter) let the game go on")),
    "call-ended": Phrase(_("{arbiter} (arbiter): the call is done with"), rank="story"),
}

ALOUD_BY_ARBITER: Mapping[str, Aloud] = {
    "corrected": Aloud(_("{arbiter}, arbiter, corrected: {why}"), "money", "full"),
    "rewound": Aloud(_("{arbiter}, arbiter, went back to an earlier step"), "ask"),
    "ruled/stands": Aloud(_("{arbiter}, arbiter: it stands"), "turn"),
    "ruled/corrected": Aloud(_("{arbiter}, arbiter: it was wrong and is corrected"), "turn"),
    "ruled/taken-back": Aloud(_("{arbiter}, arbiter: it was wrong and is taken back"), "turn"),
    "dropped": Aloud(_("{arbiter}, arbiter: what was not booked yet does not count")),
    "paused": Aloud(_("{arbiter}, arbiter, paused the game"), "end"),
    "pause-ended": Aloud(_("{arbiter}, arbiter, let the game go on"), "turn"),
    "call-answered": Aloud(_("{arbiter}, arbiter, has answered"), "ask"),
}
