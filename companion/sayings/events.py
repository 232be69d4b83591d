"""An event's tag -> sentences. Placeholders are filled by `companion.speaker`.

One event is told in up to three ways, as languages cannot swap a name for "you" in place:
`they` to everybody, `you` to the one who acted, whom the event names first, `to_you` to the other
party. `reason` is the short name under a balance. `rank` says where it is told: `news` among the
last events, `story` only in the whole story, `why` only on the page that explains it.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from companion.sayings.said import marked as _

Rank = Literal["news", "story", "why"]


class Phrase(NamedTuple):
    """The ways in which one kind of event is told."""

    they: str
    you: str = ""
    to_you: str = ""
    reason: str = ""
    rank: Rank = "news"


PAID: Mapping[str, Phrase] = {
    "start": Phrase(
        _("{payee} gets the opening money"),
        to_you=_("You get the opening money"),
        reason=_("opening money"),
        rank="story",
    ),
    "deal": Phrase(
        _("{payer} paid for a dealt deed"),
        _("You paid for a dealt deed"),
        reason=_("dealt deed"),
    ),
    "salary": Phrase(_("{payee} passed Go"), to_you=_("You passed Go"), reason=_("passed Go")),
    "tax": Phrase(_("{payer} paid {space}"), _("You paid {space}"), reason=_("{space}")),
    "card": Phrase(
        _("{payer} paid {payee}: card"),
        _("You paid {payee}: card"),
        _("{payer} paid you: card"),
        _("card"),
    ),
    "rent": Phrase(
        _("{payer} paid {payee} the rent of {lot}"),
        _("You paid {payee} the rent of {lot}"),
        _("{payer} paid you the rent of {lot}"),
        _("rent, {lot}"),
    ),
    "jail-fine": Phrase(_("{payer} paid the fine"), _("You paid the fine"), reason=_("fine")),
    "fine": Phrase(_("{payer} paid a fine"), _("You paid a fine"), reason=_("fine")),
    "bid": Phrase(_("{payer} paid a bid"), _("You paid a bid"), reason=_("bid")),
    "late": Phrase(
        _("{payer} paid {payee}, booked late: {why}"),
        _("You paid {payee}, booked late: {why}"),
        _("{payer} paid you, booked late: {why}"),
        _("booked late: {why}"),
    ),
    "interest": Phrase(
        _("{payer} paid the interest on a mortgage"),
        _("You paid the interest on a mortgage"),
        reason=_("interest"),
    ),
    "pot": Phrase(
        _("{payee} takes what lies on {space}"),
        to_you=_("You take what lies on {space}"),
        reason=_("{space}"),
    ),
    "estate": Phrase(
        _("{payer}'s money goes to {payee}"),
        _("Your money goes to {payee}"),
        _("{payer}'s money goes to you"),
        _("all handed over"),
    ),
    "debt": Phrase(
        _("{payer} paid {payee} what a bankrupt owed"),
        to_you=_("{payer} paid you what a bankrupt owed"),
        reason=_("a bankrupt's debt"),
    ),
}
"""`Paid` by its reason."""

EVENTS: Mapping[str, Phrase] = {
    "game-began": Phrase(_("The game began: {edition}")),
    "dealt": Phrase(_("The deeds are dealt")),
    "first-rolled": Phrase(
        _("{seat} rolled {total} to see who begins"), _("You rolled {total} to see who begins")
    ),
    "first-tied": Phrase(_("A tie: {seats} roll again")),
    "first-player-found": Phrase(_("{seat} begins"), _("You begin")),
    "turn-ended": Phrase(
        _("{seat} ended the turn: {next} is next"),
        _("You ended your turn: {next} is next"),
        _("{seat} ended the turn: you are next"),
        rank="why",
    ),
    "rolled": Phrase(_("{seat} rolled {total}"), _("You rolled {total}"), rank="story"),
    "went-on": Phrase(
        _("Mr. Monopoly: the second part of {seat}'s move"),
        _("Mr. Monopoly: the second part of your move"),
        rank="why",
    ),
    "rolled-for-rent": Phrase(
        _("{seat} rolled {total} for the rent of {lot}"),
        _("You rolled {total} for the rent of {lot}"),
        _("{seat} rolled {total} for your rent of {lot}"),
    ),
    "moved": Phrase(_("{seat} goes to {to}"), _("You go to {to}"), rank="why"),
    "nothing-due": Phrase(
        _("{space} asks nothing of {seat}"), _("{space} asks nothing of you"), rank="why"
    ),
    "paid": Phrase(
        _("{payer} paid {payee}"), _("You paid {payee}"), _("{payer} paid you"), _("payment")
    ),
    "purchase-offered": Phrase(_("{seat} may buy {lot}"), _("You may buy {lot}"), rank="why"),
    "declined": Phrase(_("{seat} left {lot} to the auction"), _("You left {lot} to the auction")),
    "bought": Phrase(_("{seat} bought {lot}"), _("You bought {lot}"), reason=_("{lot}")),
    "auction-opened": Phrase(_("Auction: {lot}")),
    "bid-made": Phrase(_("{seat} bid {amount}"), _("You bid {amount}"), rank="story"),
    "bid-voided": Phrase(_("{seat}'s bid is void"), _("Your bid is void")),
    "passed": Phrase(
        _("{seat} is out of the auction"), _("You are out of the auction"), rank="story"
    ),
    "auction-closed": Phrase(_("The hammer fell for {lot}"), rank="why"),
    "rent-opened": Phrase(
        _("{visitor} stands on {owner}'s {lot}"),
        _("You stand on {owner}'s {lot}"),
        _("{visitor} stands on your {lot}"),
        rank="why",
    ),
    "rent-claimed": Phrase(
        _("{owner} claimed the rent of {lot}"), _("You claimed the rent of {lot}"), rank="why"
    ),
    "rent-settled": Phrase(_("The rent of {lot} is settled"), rank="why"),
    "rent-lapsed": Phrase(_("{owner} missed the rent of {lot}"), _("You missed the rent of {lot}")),
    "draw-due": Phrase(_("{seat} draws from {deck}"), _("You draw from {deck}"), rank="why"),
    "card-drawn": Phrase(_("{seat} drew: {card}"), _("You drew: {card}")),
    "card-returned": Phrase(
        _("{seat} gave a card back: {card}"), _("You gave a card back: {card}"), rank="why"
    ),
    "choice-offered": Phrase(_("{seat} has a choice"), _("You have a choice"), rank="why"),
    "chosen": Phrase(_("{seat} chose"), _("You chose"), rank="why"),
    "jailed": Phrase(_("{seat} went to jail"), _("You went to jail")),
    "jail-turn-spent": Phrase(_("{seat} stays in jail"), _("You stay in jail")),
    "freed": Phrase(_("{seat} is out of jail"), _("You are out of jail")),
    "move-held": Phrase(
        _("{seat} moves on once the fine is paid"),
        _("You move on once the fine is paid"),
        rank="why",
    ),
    "wished": Phrase(_("{seat} would like to build"), _("You would like to build")),
    "wish-lapsed": Phrase(
        _("{seat}'s wishes to build are over"), _("Your wishes to build are over"), rank="story"
    ),
    "building-auction-opened": Phrase(_("Auction of a building: more are wanted than there are")),
    "built": Phrase(_("{seat} built on {lot}"), _("You built on {lot}"), reason=_("{lot}, built")),
    "buildings-sold": Phrase(
        _("{seat} sold buildings of {lot}"),
        _("You sold buildings of {lot}"),
        reason=_("{lot}, sold"),
    ),
    "mortgaged": Phrase(
        _("{seat} mortgaged {lot}"), _("You mortgaged {lot}"), reason=_("{lot}, mortgage")
    ),
    "redeemed": Phrase(
        _("{seat} redeemed {lot}"), _("You redeemed {lot}"), reason=_("{lot}, redeemed")
    ),
    "offer-made": Phrase(
        _("{giver} offers {to} {give} for {take}"),
        _("You offer {to} {give} for {take}"),
        _("{giver} offers you {give} for {take}"),
    ),
    "offer-rejected": Phrase(
        _("{to} rejected {giver}'s offer"),
        _("{to} rejected your offer"),
        _("You rejected {giver}'s offer"),
    ),
    "offer-lapsed": Phrase(
        _("{giver}'s offer to {to} stands no more"),
        _("Your offer to {to} stands no more"),
        _("{giver}'s offer to you stands no more"),
        rank="story",
    ),
    "traded": Phrase(
        _("{giver} gave {to} {give} for {take}"),
        _("You gave {to} {give} for {take}"),
        _("{giver} gave you {give} for {take}"),
        _("trade"),
    ),
    "transfer-opened": Phrase(
        _("{seat} is asked about the mortgage of {lot}"),
        _("You are asked about the mortgage of {lot}"),
        rank="why",
    ),
    "transfer-answered": Phrase(
        _("{seat} settles the mortgage of {lot}"),
        _("You settle the mortgage of {lot}"),
        rank="why",
    ),
    "debt-settled": Phrase(
        _("{creditor} took property for {debtor}'s debt"),
        _("{creditor} took property for your debt"),
        _("You took property for {debtor}'s debt"),
    ),
    "debt-lifted": Phrase(
        _("{debtor} used a card to settle a debt of {amount}"),
        _("You used a card to settle a debt of {amount}"),
        _("{debtor} used a card to settle a debt of {amount}"),
    ),
    "debt-opened": Phrase(
        _("{debtor} owes {creditor} {amount}"),
        _("You owe {creditor} {amount}"),
        _("{debtor} owes you {amount}"),
    ),
    "debt-paid": Phrase(
        _("{debtor} paid the debt to {creditor}"),
        _("You paid the debt to {creditor}"),
        _("{debtor} paid the debt to you"),
        _("debt"),
    ),
    "went-bankrupt": Phrase(_("{seat} is bankrupt"), _("You are bankrupt")),
    "lot-handed-over": Phrase(
        _("{lot} went from {giver} to {to}"),
        _("{lot} went from you to {to}"),
        _("{lot} went from {giver} to you"),
    ),
    "estate-fell": Phrase(_("{seat}'s lots are auctioned one after another")),
    "card-handed-over": Phrase(
        _("A jail card went from {giver} to {to}"),
        _("A jail card went from you to {to}"),
        _("A jail card went from {giver} to you"),
        rank="why",
    ),
    "time-called": Phrase(_("This turn is the last: then everybody's worth is counted")),
    "game-ended": Phrase(_("The game is over: {winners}")),
    "taken-over": Phrase(
        _("A game that was running is taken over: {turn} rolls next"),
        reason=_("taken over"),
    ),
    "rewound": Phrase(
        _("The banker went back to an earlier step"),
        reason=_("back to an earlier step"),
    ),
    "banknotes-set": Phrase(_("Banknotes: {banknotes}"), rank="story"),
    "handed-over": Phrase(
        _("{giver} handed {amount} over to {to}"),
        _("You handed {amount} over to {to}"),
        _("{giver} handed {amount} over to you"),
        rank="story",
    ),
    "help-set": Phrase(_("Booking: {helps}"), rank="story"),
    "proposed": Phrase(_("To be confirmed by {seats}"), rank="story"),
    "confirmed": Phrase(_("Confirmed: {seats}"), rank="why"),
    "differed": Phrase(
        _("{seat} typed a different amount from what the rules say"),
        _("You typed a different amount from what the rules say"),
        rank="story",
    ),
    "contested": Phrase(
        _("{seat} says that it is not so"), _("You say that it is not so"), rank="story"
    ),
    "dropped": Phrase(_("What was not booked yet does not count"), rank="story"),
    "insisted": Phrase(_("The table keeps to a different amount from what the rules say: {why}")),
    "corrected": Phrase(_("The banker corrected: {why}"), reason=_("correction: {why}")),
    "deed-corrected": Phrase(_("The banker set the deed of {lot} right: {why}")),
    "disputed": Phrase(_("{seat} disputes number {seq}"), _("You dispute number {seq}")),
    "ruled": Phrase(_("The banker: number {seq} stands")),
    "vote-asked": Phrase(
        _("{seat} would like to go back to an earlier step"),
        _("You would like to go back to an earlier step"),
    ),
    "voted": Phrase(
        _("{seat} is against going back"), _("You are against going back"), rank="story"
    ),
    "vote-failed": Phrase(_("Too few were for going back")),
    "wait-ended": Phrase(_("Play goes on; the banker still has to rule"), rank="story"),
    "paused": Phrase(_("The game is paused")),
    "pause-ended": Phrase(_("The game goes on after a pause")),
    "arbiter-called": Phrase(
        _("{seat} calls the arbiter: {about}"), _("You call the arbiter: {about}")
    ),
    "call-answered": Phrase(_("{arbiter} (arbiter): {why}")),
    "call-ended": Phrase(_("The arbiter is not called for any more"), rank="story"),
    "press-refused": Phrase(
        _("{seat} pressed too late for a rent"), _("You pressed too late for a rent"), rank="story"
    ),
    "seat-moved": Phrase(_("A phone plays for {seat}"), rank="why"),
    "banker-moved": Phrase(_("A phone has the banker's rights"), rank="why"),
}
"""Every kind of event has an entry; `tests/web` holds it."""

OTHERWISE: Mapping[str, Phrase] = {
    "left": Phrase(_("{seat} leaves the game"), _("You leave the game")),
    "changes-offer": Phrase(
        _("{giver} changes the offer: {give} for {take}"),
        _("You change the offer: {give} for {take}"),
        _("{giver} changes the offer: you get {give} for {take}"),
    ),
    "offers-for-debt": Phrase(
        _("{giver} offers {to} {give} for the debt"),
        _("You offer {to} {give} for your debt"),
        _("{giver} offers you {give} for the debt"),
    ),
    "changed": Phrase(
        _("{to} answered {giver}'s offer with another one"),
        _("{to} answered your offer with another one"),
        _("You answered {giver}'s offer with another one"),
        rank="why",
    ),
    "withdrawn": Phrase(
        _("{giver} withdrew the offer to {to}"),
        _("You withdrew your offer to {to}"),
        _("{giver} withdrew the offer to you"),
    ),
    "own-step": Phrase(
        _("{seat} took a step back"),
        _("You took a step back"),
        reason=_("back to an earlier step"),
    ),
    "vote": Phrase(
        _("The table voted to go back to an earlier step: {voted}"),
        reason=_("back to an earlier step"),
    ),
    "retold": Phrase(
        _("The banker booked late, in its place after number {back_to}"),
        reason=_("booked late after number {back_to}"),
    ),
    "banker": Phrase(_("The banker disputes number {seq}")),
    "calls": Phrase(_("{seat} calls the arbiter"), _("You call the arbiter")),
    "banker-calls-for": Phrase(_("The banker calls the arbiter: {about}")),
    "banker-calls": Phrase(_("The banker calls the arbiter")),
    "coming": Phrase(_("{arbiter} (arbiter): I am coming")),
    "corrected": Phrase(_("The banker: number {seq} was wrong and is corrected")),
    "taken-back": Phrase(_("The banker: number {seq} was wrong and is taken back")),
    "yes": Phrase(_("{seat} is for going back"), _("You are for going back"), rank="story"),
    "auction/no-bid": Phrase(_("Nobody bid: {lot} stays with the Bank")),
    "building-unsold": Phrase(_("The building stays with the Bank")),
    "late-claim": Phrase(
        _("{seat} pressed too late for the rent of {lot}"),
        _("You pressed too late for the rent of {lot}"),
        rank="story",
    ),
    "late-bid": Phrase(
        _("{seat}'s bid of {amount} came too late"),
        _("Your bid of {amount} came too late"),
        rank="story",
    ),
    "late-press": Phrase(
        _("{seat} pressed after the hammer"), _("You pressed after the hammer"), rank="story"
    ),
    "late-vote": Phrase(
        _("{seat}'s vote came too late"), _("Your vote came too late"), rank="story"
    ),
    "joined": Phrase(_("A phone took {seat}'s seat"), rank="story"),
    "shared": Phrase(_("One more phone has {seat}'s seat"), rank="story"),
    "handed": Phrase(
        _("{seat} brought the seat to another phone"),
        _("You brought your seat to another phone"),
        rank="story",
    ),
    "given": Phrase(_("The banker gave {seat}'s seat to another phone"), rank="story"),
    "released": Phrase(_("The banker freed {seat}'s seat"), rank="story"),
    "given-up": Phrase(_("A phone let go of {seat}'s seat"), rank="story"),
    "lost": Phrase(_("The phone of {seat}'s seat is known no more"), rank="story"),
    "pin": Phrase(_("A phone gave the PIN: it has the banker's rights now"), rank="story"),
    "reset": Phrase(
        _("The PIN was reset: the phones that had the banker's rights have them no more"),
        rank="story",
    ),
}
"""Events that are told otherwise where somebody else did it, or it came out otherwise."""

CALLS: Mapping[str, str] = {
    "rules": _("a question about the rules"),
    "booking": _("something is booked wrong"),
    "people": _("we do not agree"),
    "help": _("something does not work"),
    "other": _("something else"),
}
"""What the arbiter is called for, as it is chosen and as it is told."""

BANKNOTES: Mapping[str, str] = {
    "off": _("the companion keeps the money"),
    "on": _("we keep them, and hand over what is booked"),
    "wait": _("we keep them, and the dice wait until all is handed over"),
}
"""How the table keeps its money, as it is chosen and as it is told."""

HELPS: Mapping[str, str] = {
    "book": _("the companion books by itself"),
    "propose": _("the companion books what is confirmed"),
    "announce": _("we type the amounts"),
}
"""How far the companion helps in booking, as it is told."""
