"""The answer "the rules do not allow this now", and the one list of its codes."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from companion.words import RuleKey

Code = Literal[
    "not-your-turn",
    "unsettled",
    "must-roll",
    "already-rolled",
    "not-yours",
    "no-such-lot",
    "not-for-sale",
    "not-enough-cash",
    "claim-too-late",
    "nothing-to-claim",
    "mortgaged",
    "not-mortgaged",
    "group-incomplete",
    "group-mortgaged",
    "group-built",
    "uneven",
    "lot-full",
    "no-houses-left",
    "no-hotels-left",
    "build-closed",
    "build-limit",
    "no-auction",
    "bid-too-low",
    "bid-over-cash",
    "bid-bound",
    "bid-step",
    "already-leading",
    "already-passed",
    "not-a-bidder",
    "no-offer",
    "loan-forbidden",
    "promise-forbidden",
    "in-debt",
    "no-debt",
    "can-still-pay",
    "not-in-jail",
    "in-jail",
    "no-such-card",
    "wrong-deck",
    "not-asked",
    "not-an-option",
    "bankrupt",
    "game-over",
    "not-allowed",
    "no-game",
    "nothing-to-undo",
    "gone-on",
    "banker-plays",
    "no-end-agreed",
    "game-running",
    "on-table",
    "game-elsewhere",
    "no-club",
    "negotiating",
    "play-waits",
    "paused",
    "too-late",
    "one-at-a-time",
    "asked-lately",
    "not-handed-over",
    "not-confirmed",
    "contested",
    "no-picture",
    "picture-heic",
    "picture-large",
    "picture-busy",
    "no-dice-seen",
    "same-picture",
    "no-sticker-seen",
    "nothing-meant",
    "bad-command",
]


class Refusal(msgspec.Struct, frozen=True):
    """The rules do not allow this now; nothing has changed.

    *facts* are amounts, spaces and seats for the sentence that a page makes of it.
    """

    code: Code
    because: RuleKey
    facts: Mapping[str, int | str] = {}
    also: tuple[RuleKey, ...] = ()  # further rules that had a say
