"""Event kind -> sentences. Placeholders are filled by `web.sentences.speaker`.

One event is told in up to three ways, as languages cannot swap a name for "you" in place:
`they` to everybody, `you` to the one who acted, `to_you` to the other party. `reason` is the
short name under a balance. `rank` says where it is told: `news` among the last events, `story`
only in the whole story, `why` only on the page that explains it.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from companion.game import events as e
from web.language import marked as _

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
        _("estate"),
    ),
    "debt": Phrase(
        _("{payer} paid {payee} what a bankrupt owed"),
        to_you=_("{payer} paid you what a bankrupt owed"),
        reason=_("a bankrupt's debt"),
    ),
}
"""`Paid` by its reason."""

EVENTS: Mapping[type[e.Event], Phrase] = {
    e.GameBegan: Phrase(_("The game began: {edition}")),
    e.Dealt: Phrase(_("The deeds are dealt")),
    e.FirstRolled: Phrase(_("{seat} rolled {total} to begin"), _("You rolled {total} to begin")),
    e.FirstTied: Phrase(_("A tie: {seats} roll again")),
    e.FirstPlayerFound: Phrase(_("{seat} begins"), _("You begin")),
    e.TurnEnded: Phrase(
        _("{seat} ended the turn: {next} is next"),
        _("You ended your turn: {next} is next"),
        _("{seat} ended the turn: you are next"),
        rank="why",
    ),
    e.Rolled: Phrase(_("{seat} rolled {total}"), _("You rolled {total}"), rank="story"),
    e.WentOn: Phrase(
        _("Mr. Monopoly: the second part of {seat}'s move"),
        _("Mr. Monopoly: the second part of your move"),
        rank="why",
    ),
    e.RolledForRent: Phrase(
        _("{seat} rolled {total} for the rent of {lot}"),
        _("You rolled {total} for the rent of {lot}"),
        _("{seat} rolled {total} for your rent of {lot}"),
    ),
    e.Moved: Phrase(_("{seat} goes to {to}"), _("You go to {to}"), rank="why"),
    e.NothingDue: Phrase(
        _("{space} asks nothing of {seat}"), _("{space} asks nothing of you"), rank="why"
    ),
    e.Paid: Phrase(
        _("{payer} paid {payee}"), _("You paid {payee}"), _("{payer} paid you"), _("payment")
    ),
    e.PurchaseOffered: Phrase(_("{seat} may buy {lot}"), _("You may buy {lot}"), rank="why"),
    e.Declined: Phrase(_("{seat} left {lot} to the auction"), _("You left {lot} to the auction")),
    e.Bought: Phrase(_("{seat} bought {lot}"), _("You bought {lot}"), reason=_("{lot}")),
    e.AuctionOpened: Phrase(_("Auction: {lot}")),
    e.BidMade: Phrase(_("{seat} bid {amount}"), _("You bid {amount}"), rank="story"),
    e.BidVoided: Phrase(_("{seat}'s bid is void"), _("Your bid is void")),
    e.Passed: Phrase(
        _("{seat} is out of the auction"), _("You are out of the auction"), rank="story"
    ),
    e.AuctionClosed: Phrase(_("The hammer fell for {lot}"), rank="why"),
    e.RentOpened: Phrase(
        _("{visitor} stands on {owner}'s {lot}"),
        _("You stand on {owner}'s {lot}"),
        _("{visitor} stands on your {lot}"),
        rank="why",
    ),
    e.RentClaimed: Phrase(
        _("{owner} claimed the rent of {lot}"), _("You claimed the rent of {lot}"), rank="why"
    ),
    e.RentSettled: Phrase(_("The rent of {lot} is settled"), rank="why"),
    e.RentLapsed: Phrase(_("{owner} missed the rent of {lot}"), _("You missed the rent of {lot}")),
    e.DrawDue: Phrase(_("{seat} draws from {deck}"), _("You draw from {deck}"), rank="why"),
    e.CardDrawn: Phrase(_("{seat} drew: {card}"), _("You drew: {card}")),
    e.CardReturned: Phrase(
        _("{seat} gave a card back: {card}"), _("You gave a card back: {card}"), rank="why"
    ),
    e.ChoiceOffered: Phrase(_("{seat} has a choice"), _("You have a choice"), rank="why"),
    e.Chosen: Phrase(_("{seat} chose"), _("You chose"), rank="why"),
    e.Jailed: Phrase(_("{seat} went to jail"), _("You went to jail")),
    e.JailTurnSpent: Phrase(_("{seat} stays in jail"), _("You stay in jail")),
    e.Freed: Phrase(_("{seat} is out of jail"), _("You are out of jail")),
    e.MoveHeld: Phrase(
        _("{seat} moves on once the fine is paid"),
        _("You move on once the fine is paid"),
        rank="why",
    ),
    e.Wished: Phrase(_("{seat} would like to build"), _("You would like to build")),
    e.WishLapsed: Phrase(
        _("{seat}'s wishes to build are over"), _("Your wishes to build are over"), rank="story"
    ),
    e.BuildingAuctionOpened: Phrase(_("Auction of a building: more are wanted than there are")),
    e.Built: Phrase(_("{seat} built on {lot}"), _("You built on {lot}"), reason=_("{lot}, built")),
    e.BuildingsSold: Phrase(
        _("{seat} sold buildings of {lot}"),
        _("You sold buildings of {lot}"),
        reason=_("{lot}, sold"),
    ),
    e.Mortgaged: Phrase(
        _("{seat} mortgaged {lot}"), _("You mortgaged {lot}"), reason=_("{lot}, mortgage")
    ),
    e.Redeemed: Phrase(
        _("{seat} redeemed {lot}"), _("You redeemed {lot}"), reason=_("{lot}, redeemed")
    ),
    e.OfferMade: Phrase(
        _("{giver} offers {to} a trade"),
        _("You offer {to} a trade"),
        _("{giver} offers you a trade"),
    ),
    e.OfferRejected: Phrase(
        _("{to} rejected {giver}'s offer"),
        _("{to} rejected your offer"),
        _("You rejected {giver}'s offer"),
    ),
    e.OfferLapsed: Phrase(
        _("{giver}'s offer to {to} stands no more"),
        _("Your offer to {to} stands no more"),
        _("{giver}'s offer to you stands no more"),
        rank="story",
    ),
    e.Traded: Phrase(
        _("{giver} gave {to} {give} for {take}"),
        _("You gave {to} {give} for {take}"),
        _("{giver} gave you {give} for {take}"),
        _("trade"),
    ),
    e.TransferOpened: Phrase(
        _("{seat} is asked about the mortgage of {lot}"),
        _("You are asked about the mortgage of {lot}"),
        rank="why",
    ),
    e.TransferAnswered: Phrase(
        _("{seat} settles the mortgage of {lot}"),
        _("You settle the mortgage of {lot}"),
        rank="why",
    ),
    e.DebtSettled: Phrase(
        _("{creditor} took property for {debtor}'s debt"),
        _("{creditor} took property for your debt"),
        _("You took property for {debtor}'s debt"),
    ),
    e.DebtLifted: Phrase(
        _("{debtor}'s card stood for a debt of {amount}"),
        _("Your card stood for a debt of {amount}"),
        _("{debtor}'s card stood for a debt of {amount}"),
    ),
    e.DebtOpened: Phrase(
        _("{debtor} owes {creditor} {amount}"),
        _("You owe {creditor} {amount}"),
        _("{debtor} owes you {amount}"),
    ),
    e.DebtPaid: Phrase(
        _("{debtor} paid the debt to {creditor}"),
        _("You paid the debt to {creditor}"),
        _("{debtor} paid the debt to you"),
        _("debt"),
    ),
    e.WentBankrupt: Phrase(_("{seat} is bankrupt"), _("You are bankrupt")),
    e.LotHandedOver: Phrase(
        _("{lot} went from {giver} to {to}"),
        _("{lot} went from you to {to}"),
        _("{lot} went from {giver} to you"),
    ),
    e.EstateFell: Phrase(_("{seat}'s lots are auctioned one after another")),
    e.CardHandedOver: Phrase(
        _("A card went from {giver} to {to}"),
        _("A card went from you to {to}"),
        _("A card went from {giver} to you"),
        rank="why",
    ),
    e.TimeCalled: Phrase(_("Time is up: this turn is the last")),
    e.GameEnded: Phrase(_("The game is over: {winners}")),
    e.TakenOver: Phrase(
        _("A game that was running is taken over: {turn} rolls next"),
        _("A game that was running is taken over: {turn} rolls next"),
        reason=_("taken over"),
    ),
    e.Rewound: Phrase(
        _("The banker went back to just after number {back_to}"),
        reason=_("back to number {back_to}"),
    ),
    e.BanknotesSet: Phrase(_("Banknotes: {banknotes}"), rank="story"),
    e.HandedOver: Phrase(
        _("{giver} handed {amount} over to {to}"),
        _("You handed {amount} over to {to}"),
        _("{giver} handed {amount} over to you"),
        rank="story",
    ),
    e.HelpSet: Phrase(_("Booking: {helps}"), rank="story"),
    e.Proposed: Phrase(_("To be confirmed by {seats}"), rank="story"),
    e.Confirmed: Phrase(_("Confirmed: {seats}"), rank="why"),
    e.Differed: Phrase(
        _("{seat} typed another amount than the rules say"),
        _("You typed another amount than the rules say"),
        rank="story",
    ),
    e.Contested: Phrase(
        _("{seat} says that it is not so"), _("You say that it is not so"), rank="story"
    ),
    e.Dropped: Phrase(_("What was not booked yet does not count"), rank="story"),
    e.Insisted: Phrase(_("The table will have another amount than the rules say: {why}")),
    e.Corrected: Phrase(_("The banker corrected: {why}"), reason=_("correction: {why}")),
    e.Disputed: Phrase(_("{seat} disputes number {seq}"), _("You dispute number {seq}")),
    e.Ruled: Phrase(_("The banker: number {seq} stands")),
    e.VoteAsked: Phrase(
        _("{seat} would like to go back to just after number {back_to}"),
        _("You would like to go back to just after number {back_to}"),
    ),
    e.Voted: Phrase(
        _("{seat} is against going back"), _("You are against going back"), rank="story"
    ),
    e.VoteFailed: Phrase(_("Too few were for going back")),
    e.WaitEnded: Phrase(_("Play goes on; the banker still has to rule"), rank="story"),
    e.PressRefused: Phrase(
        _("{seat} pressed too late for a rent"), _("You pressed too late for a rent"), rank="story"
    ),
    e.SeatMoved: Phrase(_("A phone plays for {seat}"), rank="why"),
    e.BankerMoved: Phrase(_("A phone has the banker's rights"), rank="why"),
}
"""Every kind of event has an entry; `tests/web` holds it."""

OTHERWISE: Mapping[str, Phrase] = {
    "own-step": Phrase(
        _("{seat} took a step back"),
        _("You took a step back"),
        reason=_("back to number {back_to}"),
    ),
    "vote": Phrase(
        _("The table voted to go back to just after number {back_to}: {voted}"),
        reason=_("back to number {back_to}"),
    ),
    "retold": Phrase(
        _("The banker booked late, in its place after number {back_to}"),
        reason=_("booked late after number {back_to}"),
    ),
    "banker": Phrase(_("The banker disputes number {seq}")),
    "corrected": Phrase(_("The banker: number {seq} was wrong and is corrected")),
    "taken-back": Phrase(_("The banker: number {seq} was wrong and is taken back")),
    "yes": Phrase(_("{seat} is for going back"), _("You are for going back"), rank="story"),
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
        _("{seat}'s voice came too late"), _("Your voice came too late"), rank="story"
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

ACTOR = ("seat", "payer", "owner", "debtor", "giver", "visitor")
"""The field that names who acted, in this order; a rent's visitor acts by standing there."""

BANKNOTES: Mapping[e.Banknotes, str] = {
    "off": _("the companion keeps the money"),
    "on": _("we keep them, and hand over what is booked"),
    "wait": _("we keep them, and the dice wait until all is handed over"),
}
"""How the table keeps its money, as it is chosen and as it is told."""

HELPS: Mapping[e.Help, str] = {
    "book": _("the companion books by itself"),
    "propose": _("the companion books what is confirmed"),
    "announce": _("we type the amounts"),
}
"""How far the companion helps in booking, as it is told."""

OTHER = ("payee", "visitor", "creditor", "next", "to", "owner")
"""The field that names the other party."""
