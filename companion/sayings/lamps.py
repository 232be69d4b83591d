"""What each pattern of a lamp says -> a sentence, by the pattern's name."""

from collections.abc import Mapping

from companion.sayings.said import marked as _

LAMPS: Mapping[str, str] = {
    "turn": _("It is your turn to roll."),
    "pulse": _(
        "A press bids in an auction, or confirms what waits for you (an amount, notes that you"
        " got). Held down in an auction: you are out of it."
    ),
    "ask": _(
        "A question for you: the lot, a trade, a vote, a choice. A press says yes, or takes what"
        " was named first; held down: no, or the second."
    ),
    "debt": _("You owe money: a press pays, or does the first of what is proposed."),
    "blink": _("A rent is due to you: press before the next roll."),
    "blink-slow": _("Are these dice right? A press says yes. All lamps so: the game is paused."),
    "on": _("You lead the auction."),
    "off": _("Nothing is asked of you."),
    "nothing": _("Once, after a press: it was heard, and there was nothing to do."),
}
