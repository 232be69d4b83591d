"""Refusal code -> one line: the rule, and what can be done instead. No blame.

`plain` needs no facts. `exact` is said instead when the refusal carries every fact it names;
amounts, lots and seats among the facts are written as the edition and the players write them.
"""

from collections.abc import Mapping
from typing import NamedTuple

from companion.sayings.said import marked as _


class Answer(NamedTuple):
    """What is said for one code."""

    plain: str
    exact: str = ""


ANSWERS: Mapping[str, Answer] = {
    "not-your-turn": Answer(_("It is not your turn."), _("It is {seat}'s turn.")),
    "unsettled": Answer(_("Something is still open on the table. It comes first.")),
    "must-roll": Answer(_("The dice come first: roll.")),
    "already-rolled": Answer(_("The dice of this turn are rolled. End the turn.")),
    "not-yours": Answer(_("That is not yours."), _("{lot} is not yours.")),
    "no-such-lot": Answer(_("No deed stands for that space.")),
    "not-for-sale": Answer(_("That is not for sale now.")),
    "not-enough-cash": Answer(
        _("Your cash does not cover that. Sell or mortgage something first."),
        _("That costs {amount} and you have {cash}. Sell or mortgage something first."),
    ),
    "claim-too-late": Answer(_("The next player has rolled: this rent can no longer be claimed.")),
    "nothing-to-claim": Answer(_("No rent is due to you now.")),
    "mortgaged": Answer(_("It is mortgaged."), _("{lot} is mortgaged.")),
    "not-mortgaged": Answer(_("It is not mortgaged."), _("{lot} is not mortgaged.")),
    "group-incomplete": Answer(
        _("You need the whole colour group before you can build."),
        _("You need the whole group of {lot} before you can build."),
    ),
    "group-mortgaged": Answer(_("A lot of this group is mortgaged. Redeem it first.")),
    "group-built": Answer(
        _("There are buildings on this group. Sell them first."),
        _("There are buildings on the group of {lot}. Sell them first."),
    ),
    "uneven": Answer(_("Houses go up and come down evenly over a group.")),
    "lot-full": Answer(_("Nothing more can be built there.")),
    "no-houses-left": Answer(
        _("The Bank does not have that many houses left."), _("The Bank has {houses} houses left.")
    ),
    "no-hotels-left": Answer(
        _("The Bank does not have that many hotels left."), _("The Bank has {left} hotels left.")
    ),
    "build-closed": Answer(_("Building is open in your own turn and between two turns.")),
    "build-limit": Answer(_("No more may be built in this turn.")),
    "no-auction": Answer(_("No auction is running.")),
    "bid-too-low": Answer(_("That bid is too low."), _("The next bid is at least {amount}.")),
    "bid-over-cash": Answer(
        _("A bid may not be higher than your cash."), _("You can bid up to {cash}.")
    ),
    "bid-bound": Answer(
        _("Your bid binds that money."),
        _("You lead with {amount}: until the hammer that much of your cash is bound."),
    ),
    "bid-step": Answer(_("Bids go up in steps."), _("Bids go up in steps of {step}.")),
    "already-leading": Answer(_("You are leading.")),
    "already-passed": Answer(_("You are out of this auction.")),
    "not-a-bidder": Answer(_("You take no part in this auction.")),
    "no-offer": Answer(_("That offer no longer stands.")),
    "loan-forbidden": Answer(_("Players may not lend each other money.")),
    "promise-forbidden": Answer(_("Promises are no part of a trade.")),
    "in-debt": Answer(
        _("A debt is open. It is settled first."), _("{seat} has a debt to settle first.")
    ),
    "no-debt": Answer(_("There is no debt to settle.")),
    "can-still-pay": Answer(_("What you own still covers the debt: sell or mortgage, then pay.")),
    "not-in-jail": Answer(_("You are not in jail.")),
    "in-jail": Answer(
        _("From jail no lots are traded."), _("{seat} is in jail and trades no lots from there.")
    ),
    "no-such-card": Answer(_("That card is not in the pile."), _("Not in the pile: {card}.")),
    "wrong-deck": Answer(_("The card comes from the other pile."), _("Draw from {deck}.")),
    "not-asked": Answer(_("Nobody asks for that now.")),
    "not-an-option": Answer(
        _("That is not one of the choices."),
        _("Just that was read: {read}. Choose what lay there, or say that it was right."),
    ),
    "bankrupt": Answer(_("That player is out of the game.")),
    "gone-on": Answer(_("The game has gone on meanwhile. Look once more.")),
    "banker-plays": Answer(
        _("Whoever keeps the Bank plays as well, with so few people."),
    ),
    "negotiating": Answer(
        _("The dice wait while you bargain. The banker may let them go."),
        _("You bargain for up to {minutes} minutes more. The banker may let the dice go."),
    ),
    "play-waits": Answer(
        _("Something is disputed: play waits for the banker."),
        _("Something is disputed: play waits for the banker, {seconds} seconds at most."),
    ),
    "paused": Answer(_("The game is paused. The banker lets it go on.")),
    "too-late": Answer(_("The time for that is over. The banker can still set it right.")),
    "one-at-a-time": Answer(_("One at a time: the one before is not settled yet.")),
    "asked-lately": Answer(_("The table has just said no to you. Ask again later, or the banker.")),
    "not-handed-over": Answer(
        _("The dice wait until all is handed over. Then throw again."),
    ),
    "not-confirmed": Answer(
        _("Something is not booked yet: it is to be confirmed first."),
        _("Something is not booked yet: {seat} is to confirm it first."),
    ),
    "contested": Answer(_("Somebody says that it is not so. The banker rules on it first.")),
    "no-picture": Answer(_("That is no picture that can be read. Photograph once more.")),
    "picture-heic": Answer(
        _(
            "That photograph is in HEIC, which is not read here. Let the phone's camera save JPEG"
            " (iPhone: Settings, Camera, Formats, Most Compatible), then photograph once more."
        )
    ),
    "picture-large": Answer(
        _(
            "That picture is too large to be read here. Photograph with the phone's own camera, or"
            " make the picture smaller."
        )
    ),
    "picture-busy": Answer(
        _("Other photographs are being looked at just now. Send this one again in a moment.")
    ),
    "no-dice-seen": Answer(
        _("No dice are seen in it. Photograph them from above and from nearer, in good light.")
    ),
    "same-picture": Answer(
        _("That throw was booked before. Photograph the dice that were thrown now.")
    ),
    "no-sticker-seen": Answer(
        _("No sticker is read in it. Photograph from above and from nearer, in good light.")
    ),
    "nothing-meant": Answer(
        _("It is read, but nothing comes of it for you now: it is not on offer, and not yours.")
    ),
    "no-end-agreed": Answer(_("Agree when the game ends, before it begins.")),
    "nothing-to-undo": Answer(_("There is nothing before that to go back to.")),
    "no-game": Answer(_("No game is running. The banker begins one.")),
    "game-running": Answer(_("A game is running. Begin another one only in its place.")),
    "game-elsewhere": Answer(
        _("This game goes on at another table of the club."),
        _("This game goes on at another table of the club: {table}."),
    ),
    "no-club": Answer(_("This table is in no club: there is no arbiter to call.")),
    "on-table": Answer(_("That game is on the table. Put another one there first.")),
    "game-over": Answer(_("The game is over.")),
    "not-allowed": Answer(_("That is not allowed from here. The banker may do it.")),
    "bad-command": Answer(
        _("That could not be understood. Try again from the page."),
        _("Every amount is a multiple of {step} here."),
    ),
}

OF_ANOTHER: Mapping[str, str] = {
    "not-enough-cash": _("{seat} cannot pay {amount}."),
    "bid-bound": _("{seat} leads the auction with {amount}, and may not spend that."),
}
"""What is said where the facts name whose `seat` it is: nobody learns what another one has."""

SENSE: Mapping[str, str] = {
    "no-seat": _("Nobody sits on that seat."),
    "no-stock": _("The Bank has houses and hotels, and nothing else in its supply."),
    "two-holders": _("One card cannot be held twice: {card}"),
    "no-lot": _("{space} cannot be owned."),
    "no-street": _("No building can stand on {lot}."),
    "no-level": _("{houses} houses are too many for {lot}."),
    "built-and-mortgaged": _("{lot} cannot be built on and mortgaged."),
    "nobodys": _("{lot} is built on or mortgaged: somebody must own it."),
    "out-owns": _("{seat} is out of the game and cannot own anything."),
    "out-has-cash": _("{seat} is out of the game and cannot have {amount}."),
    "out-turn": _("{seat} is out of the game: the turn is somebody else's."),
    "nobody-left": _("Somebody must still be in the game."),
    "houses-over": _("{count} houses stand on the board, but the box has {left}."),
    "hotels-over": _("{count} hotels stand on the board, but the box has {left}."),
    "none-to-deal": _("{count} deeds are still to be dealt, but the Bank has {left}."),
    "not-on-deed": _("That figure does not stand on the deed of {lot}."),
    "figures-counted": _("The deed of {lot} has {count} such figures: give all of them."),
    "figure-too-low": _("No deed says {amount}: each figure is 1 or more."),
    "figure-too-high": _("No deed says {amount}: each figure is {most} or less."),
    "times-beyond": _("A roll counts 1 to {most} times."),
    "mortgage-too-high": _(
        "A mortgage brings less than the price: {amount} is too much for {lot}."
    ),
    "rents-falling": _("The rents of {lot} fall. Look again, or say that they are printed so."),
    "deed-so-already": _("The game has the deed of {lot} so already."),
}
"""What cannot be so on any table; a refusal that names its `kind` is told by these."""
