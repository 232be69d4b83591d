"""What happened. One Struct an event, a past fact; `is` names it in the journal."""

from typing import TypeAlias

from companion.game.event import Event, Facts, Party, Reason
from companion.game.events_dealings import (
    CardDrawn,
    CardHandedOver,
    CardReturned,
    ChoiceOffered,
    Chosen,
    Corrected,
    DebtOpened,
    DebtPaid,
    DrawDue,
    EstateFell,
    GameEnded,
    LotHandedOver,
    RentClaimed,
    RentLapsed,
    RentOpened,
    RentSettled,
    WentBankrupt,
)
from companion.game.events_play import (
    AuctionClosed,
    AuctionOpened,
    BidMade,
    BidVoided,
    Bought,
    BuildingsSold,
    Built,
    Declined,
    FirstPlayerFound,
    FirstRolled,
    FirstTied,
    Freed,
    GameBegan,
    Jailed,
    JailTurnSpent,
    Mortgaged,
    Moved,
    MoveHeld,
    Paid,
    Passed,
    PurchaseOffered,
    Redeemed,
    Rolled,
    RolledForRent,
    TurnEnded,
)

__all__ = [
    "AnyEvent",
    "AuctionClosed",
    "AuctionOpened",
    "BidMade",
    "BidVoided",
    "Bought",
    "BuildingsSold",
    "Built",
    "CardDrawn",
    "CardHandedOver",
    "CardReturned",
    "ChoiceOffered",
    "Chosen",
    "Corrected",
    "DebtOpened",
    "DebtPaid",
    "Declined",
    "DrawDue",
    "EstateFell",
    "Event",
    "Facts",
    "FirstPlayerFound",
    "FirstRolled",
    "FirstTied",
    "Freed",
    "GameBegan",
    "GameEnded",
    "JailTurnSpent",
    "Jailed",
    "LotHandedOver",
    "Mortgaged",
    "MoveHeld",
    "Moved",
    "Paid",
    "Party",
    "Passed",
    "PurchaseOffered",
    "Reason",
    "Redeemed",
    "RentClaimed",
    "RentLapsed",
    "RentOpened",
    "RentSettled",
    "Rolled",
    "RolledForRent",
    "TurnEnded",
    "WentBankrupt",
]

AnyEvent: TypeAlias = (
    GameBegan
    | FirstRolled
    | FirstTied
    | FirstPlayerFound
    | TurnEnded
    | Rolled
    | RolledForRent
    | Moved
    | Paid
    | PurchaseOffered
    | Declined
    | Bought
    | AuctionOpened
    | BidMade
    | BidVoided
    | Passed
    | AuctionClosed
    | RentOpened
    | RentClaimed
    | RentSettled
    | RentLapsed
    | DrawDue
    | CardDrawn
    | CardReturned
    | ChoiceOffered
    | Chosen
    | Jailed
    | JailTurnSpent
    | Freed
    | MoveHeld
    | Built
    | BuildingsSold
    | Mortgaged
    | Redeemed
    | DebtOpened
    | DebtPaid
    | WentBankrupt
    | LotHandedOver
    | EstateFell
    | CardHandedOver
    | GameEnded
    | Corrected
)
