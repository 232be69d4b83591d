"""All that can happen; other rooms import events from here. `is` names them in the journal."""

from typing import TypeAlias

from companion.game.auction import (
    AuctionClosed,
    AuctionEvent,
    AuctionOpened,
    BidMade,
    BidVoided,
    Passed,
)
from companion.game.bankruptcy import (
    BankruptcyEvent,
    CardHandedOver,
    EstateFell,
    LotHandedOver,
    WentBankrupt,
)
from companion.game.building import BuildingEvent, BuildingsSold, Built
from companion.game.cards import CardDrawn, CardReturned, CardsEvent, ChoiceOffered, Chosen, DrawDue
from companion.game.correcting import Corrected, CorrectingEvent, DeedCorrected, TakenOver
from companion.game.debt import DebtEvent, DebtLifted, DebtOpened, DebtPaid, DebtSettled
from companion.game.ending import EndingEvent, GameEnded, TimeCalled
from companion.game.event import Booked, Event
from companion.game.events_beside import (
    Banknotes,
    BanknotesSet,
    BesideEvent,
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
from companion.game.events_told import (
    ArbiterCalled,
    BankerMoved,
    CallAbout,
    CallAnswered,
    CallEnded,
    Paused,
    PauseEnded,
    PressRefused,
    SeatMoved,
    ToldEvent,
    VoteAsked,
    Voted,
    VoteFailed,
    WaitEnded,
)
from companion.game.jail import Freed, Jailed, JailEvent, JailTurnSpent, MoveHeld
from companion.game.money import MoneyEvent, Paid
from companion.game.mortgage import (
    Mortgaged,
    MortgageEvent,
    Redeemed,
    TransferAnswered,
    TransferOpened,
)
from companion.game.purchase import Bought, Declined, PurchaseEvent, PurchaseOffered
from companion.game.rent import (
    RentClaimed,
    RentEvent,
    RentLapsed,
    RentOpened,
    RentSettled,
    RolledForRent,
)
from companion.game.revisions import Disputed, EarlierEvent, Rewound, Ruled, Ruling
from companion.game.setup import (
    Dealt,
    FirstPlayerFound,
    FirstRolled,
    FirstTied,
    GameBegan,
    SetupEvent,
)
from companion.game.shortage import BuildingAuctionOpened, ShortageEvent, Wished, WishLapsed
from companion.game.terms import Banker, Facts, Feed, Goods, Party, Purse, Reason, Share
from companion.game.trade import OfferLapsed, OfferMade, OfferRejected, Traded, TradeEvent
from companion.game.turn import Moved, NothingDue, Rolled, TurnEnded, TurnEvent, WentOn

GameEvent: TypeAlias = (
    SetupEvent
    | TurnEvent
    | MoneyEvent
    | PurchaseEvent
    | AuctionEvent
    | RentEvent
    | CardsEvent
    | JailEvent
    | BuildingEvent
    | ShortageEvent
    | MortgageEvent
    | TradeEvent
    | DebtEvent
    | BankruptcyEvent
    | EndingEvent
    | CorrectingEvent
    | EarlierEvent
)
"""What happens in a game."""

AnyEvent: TypeAlias = GameEvent | BesideEvent | ToldEvent
