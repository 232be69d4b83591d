"""What a card does: one Struct for each effect of the edition files."""

from typing import Literal

import msgspec

from companion.words import Money


class Effect(msgspec.Struct, frozen=True, tag_field="effect", tag=True):
    """Base of all effects."""


class Pay(Effect, frozen=True, tag="pay"):
    """Pay the Bank a fee, a fine or a tax."""

    amount: Money
    kind: Literal["fee", "fine", "tax"] = "fee"


class Collect(Effect, frozen=True, tag="collect"):
    """Receive from the Bank."""

    amount: Money


class PayEach(Effect, frozen=True, tag="pay_each"):
    """Pay every other player."""

    amount: Money


class CollectEach(Effect, frozen=True, tag="collect_each"):
    """Receive from every other player."""

    amount: Money


class Advance(Effect, frozen=True, tag="advance"):
    """Forward to a space, with the salary where Go is reached or passed."""

    space: str


class GoBackTo(Effect, frozen=True, tag="go_back_to"):
    """Straight back to a space, without a salary."""

    space: str


class AdvanceNearest(Effect, frozen=True, tag="advance_nearest"):
    """Forward to the next station or utility, at a rent of its own.

    A station's owner is due *multiple* times the rent; a utility's owner *multiple* times a new
    roll. None leaves the rent as the deed says.
    """

    kind: Literal["station", "utility"]
    multiple: int | None = None


class Back(Effect, frozen=True, tag="back"):
    """So many spaces back, without a salary; the new space counts."""

    spaces: int


class ToJail(Effect, frozen=True, tag="jail"):
    """Straight to jail."""


class JailFree(Effect, frozen=True, tag="jail_free"):
    """Leaves jail free; the player keeps the card until it is used or sold."""


class Repairs(Effect, frozen=True, tag="repairs"):
    """Pay the Bank for every house and every hotel owned."""

    house: Money
    hotel: Money


class DrawAgain(Effect, frozen=True, tag="draw"):
    """Take a card of a deck; only inside a choice."""

    deck: str


class Choice(Effect, frozen=True, tag="choice"):
    """The player chooses one of several effects."""

    effects: tuple[Pay | DrawAgain, ...]


AnyEffect = (
    Pay
    | Collect
    | PayEach
    | CollectEach
    | Advance
    | GoBackTo
    | AdvanceNearest
    | Back
    | ToJail
    | JailFree
    | Repairs
    | DrawAgain
    | Choice
)
