"""What happened. One Struct an event, a past fact; `is` names it in the journal."""

from typing import TypeAlias

from companion.game.event import Event
from companion.game.events_beside import (
    Banknotes,
    BanknotesSet,
    Confirmed,
    Contested,
    Differed,
    Dropped,
    Due,
    HandedOver,
    Help,
    HelpSet,
    Insisted,
    Proposed,
)
from companion.game.events_dealings import (
    CardDrawn,
    CardHandedOver,
    CardReturned,
    ChoiceOffered,
    Chosen,
    Corrected,
    DebtLifted,
    DebtOpened,
    DebtPaid,
    DebtSettled,
    Disputed,
    DrawDue,
    EstateFell,
    GameEnded,
    LotHandedOver,
    OfferLapsed,
    OfferMade,
    OfferRejected,
    RentClaimed,
    RentLapsed,
    RentOpened,
    RentSettled,
    Rewound,
    Ruled,
    Ruling,
    TakenOver,
    TimeCalled,
    Traded,
    TransferAnswered,
    TransferOpened,
    WentBankrupt,
)
from companion.game.events_play import (
    AuctionClosed,
    AuctionOpened,
    BidMade,
    BidVoided,
    Bought,
    BuildingAuctionOpened,
    BuildingsSold,
    Built,
    Dealt,
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
    NothingDue,
    Paid,
    Passed,
    PurchaseOffered,
    Redeemed,
    Rolled,
    RolledForRent,
    TurnEnded,
    WentOn,
    Wished,
    WishLapsed,
)
from companion.game.events_told import (
    BankerMoved,
    PressRefused,
    SeatMoved,
    VoteAsked,
    Voted,
    VoteFailed,
    WaitEnded,
)
from companion.game.terms import Banker, Facts, Feed, Goods, Party, Purse, Reason, Share

__all__ = [
    "AnyEvent",
    "AuctionClosed",
    "AuctionOpened",
    "Banker",
    "BankerMoved",
    "Banknotes",
    "BanknotesSet",
    "BidMade",
    "BidVoided",
    "Bought",
    "BuildingAuctionOpened",
    "BuildingsSold",
    "Built",
    "CardDrawn",
    "CardHandedOver",
    "CardReturned",
    "ChoiceOffered",
    "Chosen",
    "Confirmed",
    "Contested",
    "Corrected",
    "Dealt",
    "DebtLifted",
    "DebtOpened",
    "DebtPaid",
    "DebtSettled",
    "Declined",
    "Differed",
    "Disputed",
    "DrawDue",
    "Dropped",
    "Due",
    "EstateFell",
    "Event",
    "Facts",
    "Feed",
    "FirstPlayerFound",
    "FirstRolled",
    "FirstTied",
    "Freed",
    "GameBegan",
    "GameEnded",
    "Goods",
    "HandedOver",
    "Help",
    "HelpSet",
    "Insisted",
    "JailTurnSpent",
    "Jailed",
    "LotHandedOver",
    "Mortgaged",
    "MoveHeld",
    "Moved",
    "NothingDue",
    "OfferLapsed",
    "OfferMade",
    "OfferRejected",
    "Paid",
    "Party",
    "Passed",
    "PressRefused",
    "Proposed",
    "PurchaseOffered",
    "Purse",
    "Reason",
    "Redeemed",
    "RentClaimed",
    "RentLapsed",
    "RentOpened",
    "RentSettled",
    "Rewound",
    "Rolled",
    "RolledForRent",
    "Ruled",
    "Ruling",
    "SeatMoved",
    "Share",
    "TakenOver",
    "TimeCalled",
    "Traded",
    "TransferAnswered",
    "TransferOpened",
    "TurnEnded",
    "VoteAsked",
    "VoteFailed",
    "Voted",
    "WaitEnded",
    "WentBankrupt",
    "WentOn",
    "WishLapsed",
    "Wished",
]

AnyEvent: TypeAlias = (
    GameBegan
    | Dealt
    | FirstRolled
    | FirstTied
    | FirstPlayerFound
    | TurnEnded
    | Rolled
    | WentOn
    | RolledForRent
    | Moved
    | NothingDue
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
    | Wished
    | WishLapsed
    | BuildingAuctionOpened
    | Built
    | BuildingsSold
    | Mortgaged
    | Redeemed
    | DebtOpened
    | DebtPaid
    | OfferMade
    | OfferRejected
    | OfferLapsed
    | Traded
    | TransferOpened
    | TransferAnswered
    | DebtSettled
    | DebtLifted
    | WentBankrupt
    | LotHandedOver
    | EstateFell
    | CardHandedOver
    | TimeCalled
    | GameEnded
    | Corrected
    | TakenOver
    | Rewound
    | Disputed
    | Ruled
    | BanknotesSet
    | HandedOver
    | SeatMoved
    | BankerMoved
    | PressRefused
    | VoteAsked
    | Voted
    | VoteFailed
    | WaitEnded
    | HelpSet
    | Proposed
    | Confirmed
    | Differed
    | Contested
    | Dropped
    | Insisted
)
