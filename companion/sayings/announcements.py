"""An event's tag -> what is said aloud, short as a croupier speaks, and the earcon before it.

A sentence ends without a full stop: `companion.voice` sets it. Where the feed's words are right to
hear they are the feed's (`events.py`), so that they are translated once. What stands in `SILENT` is
never heard: bookkeeping, interest, and whatever would tell the table of a rent before its owner
has asked for it.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from companion.sayings.said import marked as _

Level = Literal["off", "sounds", "brief", "full"]
"""How much is heard: nothing, earcons, what one must know, all that is worth telling."""

Earcon = Literal["", "roll", "money", "bid", "sold", "turn", "ask", "jail", "good", "bad", "end"]

TONES: Mapping[str, tuple[tuple[int, int], ...]] = {
    "roll": ((392, 70), (523, 90)),
    "money": ((880, 60), (1175, 90)),
    "bid": ((659, 110),),
    "sold": ((523, 80), (784, 160)),
    "turn": ((523, 120),),
    "ask": ((587, 90), (740, 120)),
    "jail": ((294, 140), (220, 220)),
    "good": ((659, 80), (988, 120)),
    "bad": ((330, 120), (262, 180)),
    "end": ((523, 120), (659, 120), (784, 240)),
}
"""What each earcon sounds like: Hz and milliseconds, one tone after another."""


class Aloud(NamedTuple):
    """How one kind of event is heard."""

    sentence: str
    earcon: Earcon = ""
    level: Level = "brief"  # from which on the sentence is said


PAYS, GETS = _("{payer} pays {amount}"), _("{payee} gets {amount}")

PAYMENTS: Mapping[str, Aloud] = {
    "salary": Aloud(_("{payee} passes Go: {amount}"), "money"),
    "tax": Aloud(PAYS, "money"),
    "rent": Aloud(_("Rent: {amount}, {payer} to {payee}"), "money"),
    "jail-fine": Aloud(_("{payer} pays the fine: {amount}"), "money"),
    "fine": Aloud(_("{payer} pays the fine: {amount}"), "money"),
    "pot": Aloud(GETS, "good"),
    "late": Aloud("", "money"),
    "card/pays": Aloud(PAYS, "money"),
    "card/gets": Aloud(GETS, "money"),
    "card/both": Aloud(_("{payer} pays {payee} {amount}"), "money"),
    "card/from-all": Aloud(_("Everybody pays {payee} {amount}"), "money"),
    "card/to-all": Aloud(_("{payer} pays everybody {amount}"), "money"),
}
"""What a payment is for -> how it is heard; other payments are silent."""

ALOUD: Mapping[str, Aloud] = {
    "game-began": Aloud(_("The game begins"), "turn"),
    "dealt": Aloud(_("The deeds are dealt")),
    "first-rolled": Aloud("{seat}, {total}", "roll"),
    "first-tied": Aloud(_("A tie: {seats} roll again")),
    "first-player-found": Aloud(_("{seat} begins")),
    "rolled": Aloud("{seat}, {total}", "roll"),
    "rolled-for-rent": Aloud("{seat}, {total}", "roll"),
    "moved": Aloud("{to}"),
    "purchase-offered": Aloud(_("For sale: {price}"), "ask"),
    "bought": Aloud(_("Sold to {seat}: {price}"), "sold"),
    "auction-opened": Aloud(_("Auction: {lot}"), "bid"),
    "bid-made": Aloud(_("{seat} bids {amount}"), "bid"),
    "bid-voided": Aloud(_("{seat}'s bid is void"), "bad"),
    "passed": Aloud(_("{seat} is out of the auction"), level="full"),
    "auction-closed": Aloud(_("Nobody bid: {lot} stays with the Bank"), "bad"),
    "rent-lapsed": Aloud(_("{owner} missed the rent of {lot}"), "bad", "full"),
    "draw-due": Aloud(_("{seat} draws from {deck}"), "ask", "full"),
    "card-drawn": Aloud("{card}", level="full"),
    "choice-offered": Aloud(_("{seat} has a choice"), "ask"),
    "jailed": Aloud(_("{seat} went to jail"), "jail"),
    "jail-turn-spent": Aloud(_("{seat} stays in jail"), "jail"),
    "freed": Aloud(_("{seat} is out of jail"), "good"),
    "wished": Aloud(_("{seat} would like to build"), level="full"),
    "building-auction-opened": Aloud(
        _("Auction of a building: more are wanted than there are"), "bid"
    ),
    "built": Aloud(_("{seat} built on {lot}"), "good"),
    "buildings-sold": Aloud(_("{seat} sold buildings of {lot}"), "money", "full"),
    "mortgaged": Aloud(_("{seat} mortgaged {lot}"), "money", "full"),
    "redeemed": Aloud(_("{seat} redeemed {lot}"), "money", "full"),
    "offer-made": Aloud(_("{giver} offers {to} {give} for {take}"), "ask", "full"),
    "offer-rejected": Aloud(_("{to} rejected {giver}'s offer"), "bad", "full"),
    "traded": Aloud(_("{giver} gave {to} {give} for {take}"), "sold"),
    "debt-opened": Aloud(_("{debtor} owes {creditor} {amount}"), "bad"),
    "debt-paid": Aloud(_("{debtor} paid the debt to {creditor}"), "money"),
    "debt-settled": Aloud(_("{creditor} took property for {debtor}'s debt"), "money"),
    "debt-lifted": Aloud(_("{debtor} used a card to settle a debt of {amount}"), "money"),
    "went-bankrupt": Aloud(_("{seat} is bankrupt"), "end"),
    "estate-fell": Aloud(_("{seat}'s lots are auctioned one after another"), "bid"),
    "time-called": Aloud(_("This turn is the last: then everybody's worth is counted"), "turn"),
    "game-ended": Aloud(_("The game is over: {winners}"), "end"),
    "taken-over": Aloud(_("A game that was running is taken over: {turn} rolls next"), "turn"),
    "rewound": Aloud(_("The banker went back to an earlier step"), "ask"),
    "contested": Aloud(_("{seat} says that it is not so"), "ask"),
    "dropped": Aloud(_("What was not booked yet does not count")),
    "corrected": Aloud(_("The banker corrected: {why}"), "money", "full"),
    "deed-corrected": Aloud(_("The banker set the deed of {lot} right: {why}"), "money", "full"),
    "disputed": Aloud(_("{seat} disputes what was booked"), "ask"),
    "ruled": Aloud(_("The banker: it stands"), "turn"),
    "vote-asked": Aloud(_("{seat} would like to go back to an earlier step"), "ask"),
    "vote-failed": Aloud(_("Too few were for going back")),
    "wait-ended": Aloud(_("Play goes on; the banker still has to rule"), "turn"),
    "paused": Aloud(_("The game is paused"), "end"),
    "arbiter-called": Aloud(_("{seat} calls the arbiter"), "ask"),
    "call-answered": Aloud(_("The arbiter has answered"), "ask"),
    "pause-ended": Aloud(_("The game goes on after a pause"), "turn"),
}
"""Every kind of event stands here, in `PAYMENTS` or in `SILENT`."""

OTHERWISE_ALOUD: Mapping[str, Aloud] = {
    "left": Aloud(_("{seat} leaves the game"), "end"),
    "building-unsold": Aloud(_("The building stays with the Bank"), "bad"),
    "own-step": Aloud(_("{seat} took a step back"), "ask"),
    "vote": Aloud(_("The table voted to go back to an earlier step: {voted}"), "ask"),
    "retold": Aloud(_("The banker booked late, in its place after number {back_to}"), level="full"),
    "banker-calls-for": Aloud(_("The banker calls the arbiter"), "ask"),
    "banker-calls": Aloud(_("The banker calls the arbiter"), "ask"),
    "coming": Aloud(_("The arbiter is coming"), "ask"),
    "banker": Aloud(_("The banker disputes what was booked"), "ask"),
    "corrected": Aloud(_("The banker: it was wrong and is corrected"), "turn"),
    "taken-back": Aloud(_("The banker: it was wrong and is taken back"), "turn"),
    "changed": Aloud(""),  # the new offer is heard
    "withdrawn": Aloud(_("{giver} withdrew the offer to {to}"), level="full"),
    "changes-offer": Aloud(_("{giver} changes the offer: {give} for {take}"), "ask", "full"),
    "offers-for-debt": Aloud(_("{giver} offers {to} {give} for the debt"), "ask", "full"),
}
"""Events that are heard otherwise where somebody else did it, or it came out otherwise."""

SILENT = frozenset({
    "turn-ended", "went-on", "nothing-due", "declined", "rent-opened", "rent-claimed",
    "rent-settled", "card-returned", "chosen", "move-held", "wish-lapsed", "offer-lapsed",
    "transfer-opened", "transfer-answered", "lot-handed-over", "card-handed-over",
    "banknotes-set", "handed-over", "help-set", "confirmed", "differed", "insisted", "voted",
    "press-refused", "proposed", "seat-moved", "banker-moved", "call-ended",
})  # fmt: skip
"""Tags of what is never heard."""

TURN = _("{name}'s turn")
AGAIN = _("{name} rolls again")
FOR_RENT = _("{name} rolls for the rent")
TO_BEGIN = _("{name} rolls to see who begins")
UNREAD = _("The camera cannot read the dice now: please type them")
DICE, BOTH = _("{name}, what do the dice show?"), _("{first} and {second}?")
CONFIRMS = _("To be confirmed by {seats}")
MORTGAGE, REDEEM = _("{name}: mortgage {lots}?"), _("{name}: redeem {lots}?")
SELL = _("{name}: sell buildings of {lots}?")
PAY = _("{name}: pay {amount}?")
GIVE_UP = _("{name} cannot pay, whatever is sold")
EITHER = _("{name}: {first}? Or: {second}?")
BUILD = _("{name}: build on {lots}, for {amount}?")
CALLS: Mapping[str, str] = {"going-once": _("Going once"), "going-twice": _("Going twice")}
