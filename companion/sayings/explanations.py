"""The words of an explanation: who asked, what is counted, which account, how much later."""

from collections.abc import Mapping

from companion.sayings.said import marked as _

CAME_FROM: Mapping[str, str] = {
    "phone": _("{name}, on a phone"),
    "button": _("{name}, by the button"),
    "camera": _("The camera saw it"),
    "clock": _("The clock"),
    "banker": _("The banker"),
    "start": _("When the companion started"),
}
"""By whom and through what a record came about, by its origin; the banker's by the role."""

RULED_AT_THE_CLUB = _("{name} (arbiter)")
"""Who ordered a record that came from the hub, with the banker's right."""

PHOTOGRAPHED = _("{name} threw it; it was photographed")
"""By whom and through what a throw came about that no camera saw."""

FACTS: Mapping[str, str] = {
    "base": _("Basic amount"),
    "multiplier": _("Times"),
    "pieces": _("Buildings"),
    "itself": _("For the hotel itself"),
    "parts": _("Shared among"),
    "added": _("Added"),
    "level": _("Buildings"),
    "count": _("Owned"),
    "of": _("Of so many"),
    "dice": _("Dice"),
    "rate": _("Rate"),
    "rounding": _("Rounded"),
    "step": _("To multiples of"),
    "card": _("Card"),
    "lot": _("Lot"),
    "space": _("Space"),
    "after": _("Its place: after number"),
    "cash": _("Cash"),
    "prices": _("Prices of the lots"),
    "costs": _("Costs of the buildings"),
    "houses": _("Houses"),
    "hotels": _("Hotels"),
}
"""Arithmetic facts by name; one without an entry is shown by its own name."""

COUNTED_AT_THE_END: Mapping[str, str] = {
    "cash": _("cash {amount}"),
    "prices": _("lots {amount}"),
    "costs": _("buildings {amount}"),
    "mortgaged": _("mortgages {amount}"),
    "owed": _("debts {amount}"),
}
"""What makes up the worth of a player; the last two are taken off."""

ACCOUNTS: Mapping[str, str] = {
    "bank": _("the Bank"),
    "pot": _("the pot"),
    "board": _("on the board"),
    "box": _("in the box"),
}

ARITHMETIC = _("Arithmetic")
NOT_IN_THE_BOOK = _("The rulebook does not say so; it bears on: {place}")

LATER, EARLIER = _("{span} later"), _("{span} earlier")
CAME_FIRST, PRESSED = _("What came first"), _("Pressed")
REFUSED_AFTER, SECONDS, PRESS_NUMBER = _("Refused after"), _("{seconds} s"), _("Press number")

HELD_FROM_THE_START = _("The phone has had the seat since the game began")
BANKER_FROM_THE_START = _("The phone has had the banker's rights since the game began")
REPEATED = _(
    "This is number {n} once more, after a late entry: who pressed when, and the picture, are "
    "those of then."
)

READ_WRONG = _("the dice were read wrong")
"""Why the game went back, if the banker gives no reason: said in each reader's language."""

TYPED_IN = _("Typed in by the banker.")
AGREED = _("Agreed: {names}.")
VOUCHED = _("The banker said yes for {names}.")
"""Where the figures of a game that is taken over come from."""

GOES_ON = _("the last that counts: {told}")
"""What a game goes on from."""

DEED_FIGURES: Mapping[str, str] = {
    "price": _("Price"),
    "house_cost": _("A house costs"),
    "mortgage": _("Mortgage"),
    "bare": _("Rent"),
    "hotel": _("Rent with a hotel"),
}
"""What figures of a deed are called; `accounts.deed_figures` counts houses and stations."""

HOUSES_ALIKE = _("a house costs the same on {lots}")
PRINTED_OTHERWISE = _("Printed otherwise")
SET_RIGHT_BY = _("{changed} (number {n}; {who}: {why})")
"""What an amount says of a figure of a deed that was set right before it."""

BECAUSE_DISPUTED = _("{told}, because number {n} was disputed")
