"""What may be asked of the referee. One Struct a command; `do` names it in JSON and scenarios."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, TypeAlias, get_args

import msgspec
from msgspec import Meta

from companion.game.command_fields import (
    Amount,
    Deck,
    Figure,
    Later,
    Multiple,
    NamedGoods,
    Pips,
    SeatField,
    Sentence,
    Seq,
    SpaceField,
    Steps,
    Terms,
    Word,
)
from companion.words import Accord, CardId, Money, Option, SpeedFace


class Command(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="do",
    forbid_unknown_fields=True,
    omit_defaults=True,
    gc=False,
):
    """Base of all commands."""

    is_own: ClassVar[bool] = False
    """Whether who gave it may take it back alone: it is no chance and no business of others, as
    bids, claims, offers and wishes are. A choice of tax shows what one owns: it would be informed.
    """
    says_amounts: ClassVar[bool] = False
    """Whether who gave it has said what it costs, or it costs nothing: nobody need confirm it."""


class FirstRoll(Command, frozen=True, kw_only=True, tag="first-roll"):
    """The roll for who begins."""

    by: SeatField
    dice: Annotated[tuple[Pips, ...], Meta(min_length=1, max_length=2)]


class Deal(Command, frozen=True, kw_only=True, tag="deal"):
    """The deeds dealt to each player before the first roll."""

    lots: dict[SeatField, Annotated[tuple[SpaceField, ...], Meta(max_length=28)]]


class Roll(Command, frozen=True, kw_only=True, tag="roll"):
    """The dice as they were read: a move, a try for a double in jail, or a roll for a rent.

    *dice* are the two white ones, *speed* is the face of the speed die, where it was thrown.
    """

    by: SeatField
    dice: tuple[Pips, Pips]
    speed: SpeedFace | None = None


class Buy(Command, frozen=True, kw_only=True, tag="buy"):
    """Buy the lot stood on at its printed price; *lot* may say which was meant."""

    is_own: ClassVar[bool] = True

    by: SeatField
    lot: SpaceField | None = None


class Decline(Command, frozen=True, kw_only=True, tag="decline"):
    """Leave the lot stood on to the auction; *lot* may say which was meant."""

    is_own: ClassVar[bool] = True

    by: SeatField
    lot: SpaceField | None = None


class Bid(Command, frozen=True, kw_only=True, tag="bid"):
    """Bid in the running auction; for a building *lots* may say where it is to stand.

    *lot* may say for which lot that was meant.
    """

    says_amounts: ClassVar[bool] = True

    by: SeatField
    amount: Amount
    lot: SpaceField | None = None
    lots: Annotated[dict[SpaceField, Steps], Meta(max_length=1)] = {}


class Pass(Command, frozen=True, kw_only=True, tag="pass"):
    """Take no further part in the running auction; *lot* may say in which lot's."""

    says_amounts: ClassVar[bool] = True

    by: SeatField
    lot: SpaceField | None = None


class Hammer(Command, frozen=True, kw_only=True, tag="hammer"):
    """The auction's clock ran out."""


class Claim(Command, frozen=True, kw_only=True, tag="claim"):
    """Ask for a rent that is due; without *lot*, for the oldest."""

    by: SeatField
    lot: SpaceField | None = None


class Draw(Command, frozen=True, kw_only=True, tag="draw"):
    """The card that was drawn from the cardboard pile."""

    by: SeatField
    card: Annotated[CardId, Meta(max_length=80)]


class Choose(Command, frozen=True, kw_only=True, tag="choose"):
    """One of the alternatives offered; *lot* may name the mortgaged lot it is about."""

    by: SeatField
    option: Annotated[Option, Meta(max_length=80)]
    lot: SpaceField | None = None


class JailPay(Command, frozen=True, kw_only=True, tag="jail-pay"):
    """Pay the fine before rolling."""

    is_own: ClassVar[bool] = True
    says_amounts: ClassVar[bool] = True

    by: SeatField


class JailCard(Command, frozen=True, kw_only=True, tag="jail-card"):
    """Use a card that leaves jail free, before rolling."""

    is_own: ClassVar[bool] = True

    by: SeatField


class Build(Command, frozen=True, kw_only=True, tag="build"):
    """Buy so many buildings for each lot; a hotel is one step above the last house."""

    is_own: ClassVar[bool] = True

    by: SeatField
    lots: Annotated[dict[SpaceField, Steps], Meta(min_length=1, max_length=28)]


class Want(Command, frozen=True, kw_only=True, tag="want"):
    """Ask for buildings while the supply is short; without lots, take the wishes back."""

    by: SeatField
    lots: Annotated[dict[SpaceField, Steps], Meta(max_length=28)]


class Sell(Command, frozen=True, kw_only=True, tag="sell"):
    """Give so many buildings of each lot back to the Bank."""

    is_own: ClassVar[bool] = True

    by: SeatField
    lots: Annotated[dict[SpaceField, Steps], Meta(min_length=1, max_length=28)]


class Mortgage(Command, frozen=True, kw_only=True, tag="mortgage"):
    """Turn deeds over and take their mortgage value."""

    is_own: ClassVar[bool] = True

    by: SeatField
    lots: Annotated[tuple[SpaceField, ...], Meta(min_length=1, max_length=28)]


class Redeem(Command, frozen=True, kw_only=True, tag="redeem"):
    """Pay mortgages back, with interest."""

    is_own: ClassVar[bool] = True

    by: SeatField
    lots: Annotated[tuple[SpaceField, ...], Meta(min_length=1, max_length=28)]


class PayDebt(Command, frozen=True, kw_only=True, tag="pay"):
    """Pay an open debt from cash: the oldest, or the one owed to *to*."""

    is_own: ClassVar[bool] = True

    by: SeatField
    to: SeatField | Literal["bank"] | None = None


class Offer(Command, frozen=True, kw_only=True, tag="offer"):
    """A trade, perhaps *instead* of the one offered; a debtor's that takes nothing is payment."""

    says_amounts: ClassVar[bool] = True

    by: SeatField
    to: SeatField | Literal["bank"]
    give: NamedGoods = NamedGoods()
    take: NamedGoods = NamedGoods()
    later: Later | None = None
    promise: Sentence = ""
    instead: Terms | None = None


class Accept(Command, frozen=True, kw_only=True, tag="accept"):
    """Accept the trade that stands offered; *offer* may say which was meant."""

    by: SeatField
    offer: Terms | None = None


class Reject(Command, frozen=True, kw_only=True, tag="reject"):
    """Reject the *offer* that stands, or withdraw the own one that stands *to* somebody."""

    says_amounts: ClassVar[bool] = True

    by: SeatField
    to: SeatField | None = None
    offer: Terms | None = None


class Bankrupt(Command, frozen=True, kw_only=True, tag="bankrupt"):
    """Give up, because nothing can cover the debt."""

    says_amounts: ClassVar[bool] = True

    by: SeatField


class Leave(Command, frozen=True, kw_only=True, tag="leave"):
    """Give up the game without a debt."""

    says_amounts: ClassVar[bool] = True

    by: SeatField


class End(Command, frozen=True, kw_only=True, tag="end"):
    """End the turn."""

    is_own: ClassVar[bool] = True

    by: SeatField


class TimeUp(Command, frozen=True, kw_only=True, tag="time-up"):
    """The agreed end of a timed game."""


class Fine(Command, frozen=True, kw_only=True, tag="fine"):
    """A penalty of the edition, named by the banker."""

    player: SeatField
    reason: Literal["wrong-token", "out-of-turn", "dice-off-table"] = msgspec.field(name="for")


class BookLate(Command, frozen=True, kw_only=True, tag="book-late"):
    """A payment that the table agrees to book although its time is over; always with a reason."""

    payer: SeatField | Literal["bank"]
    payee: SeatField | Literal["bank"]
    amount: Annotated[Money, Meta(ge=1, le=1_000_000_000)]
    why: Sentence = ""
    lot: SpaceField | None = None  # whose rent it is
    after: Annotated[int, Meta(ge=1, le=9_999_999)] | None = None  # its place: a record's number
    seen: Seq | None = None  # as of a correction


class Situation(Command, frozen=True, kw_only=True):
    """How the table stands; whatever is not named stays."""

    why: Sentence = ""
    cash: dict[SeatField, Amount] = {}
    at: dict[SeatField, SpaceField] = {}
    owner: dict[SpaceField, SeatField | None] = {}
    mortgaged: dict[SpaceField, bool] = {}
    buildings: dict[SpaceField, Annotated[int, Meta(ge=0, le=5)]] = {}
    jailed: dict[SeatField, Annotated[int, Meta(ge=0, le=9)] | None] = {}
    holds: dict[SeatField, tuple[Deck, ...]] = {}  # cards that leave jail free, by deck
    laps: dict[SeatField, Annotated[int, Meta(ge=0, le=999)]] = {}
    bank: dict[Word, Annotated[int, Meta(ge=0, le=99)]] = {}  # houses, hotels in supply
    pot: Amount | None = None  # on Free Parking


class Correct(Situation, frozen=True, kw_only=True, tag="correct"):
    """The banker's correction; whatever is given is set, the rest stays.

    With *dispute* it is the banker's ruling on that disputed record. With *seen*, the number of the
    last record that was looked at, the table takes it only where nothing came since.
    """

    dispute: Annotated[int, Meta(ge=1, le=9_999_999)] | None = None  # that record's number
    seen: Seq | None = None


class CorrectDeed(Command, frozen=True, kw_only=True, tag="correct-deed"):
    """What one deed of this box says otherwise than the game has it; the rest stays.

    All rents are given, or none; *as_printed* says that they fall and are printed so. The price of
    a house is that of its whole colour. *seen* as of a correction.
    """

    lot: SpaceField
    why: Sentence = ""
    price: Figure | None = None
    rents: Annotated[tuple[Figure, ...], Meta(max_length=6)] = ()  # in the order of the deed
    house_cost: Figure | None = None
    mortgage: Figure | None = None
    dice_multiples: Annotated[tuple[Multiple, ...], Meta(max_length=2)] = ()  # of a utility
    as_printed: bool = False
    seen: Seq | None = None


class TakeOver(Situation, frozen=True, kw_only=True, tag="take-over"):
    """A game that was begun without the companion, as it stands; *turn* has not rolled yet."""

    turn: SeatField
    out: Annotated[tuple[SeatField, ...], Meta(max_length=31)] = ()
    accord: Accord | None = None


Business: TypeAlias = Build | Want | Sell | Mortgage | Redeem | Offer | Accept
"""What changes a player's possessions."""

Dealing: TypeAlias = Claim | Offer | Accept | Reject | PayDebt | Bankrupt | Leave
"""What happens between players."""

Ruling: TypeAlias = Deal | TimeUp | Fine | BookLate | Correct | CorrectDeed | TakeOver
"""What the banker says for the table."""

AnyCommand: TypeAlias = (
    FirstRoll
    | Deal
    | Roll
    | Buy
    | Decline
    | Bid
    | Pass
    | Hammer
    | Claim
    | Draw
    | Choose
    | JailPay
    | JailCard
    | Build
    | Want
    | Sell
    | Mortgage
    | Redeem
    | PayDebt
    | Offer
    | Accept
    | Reject
    | Bankrupt
    | Leave
    | End
    | TimeUp
    | Fine
    | BookLate
    | Correct
    | CorrectDeed
    | TakeOver
)

GAME_COMMANDS: Mapping[str, type[Command]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(AnyCommand)
}
"""Each by its word."""


def command_from(fields: Mapping[str, Any]) -> AnyCommand:
    """Return the command that plain data describes.

    Raises:
        msgspec.ValidationError: no such command, a field missing, unknown or out of bounds.
    """
    return msgspec.convert(fields, AnyCommand, str_keys=True)  # type: ignore[no-any-return]  # a union is no type to mypy


def verb(command: AnyCommand) -> str:
    """Return the command's word: `roll`, `jail-pay`."""
    return str(command.__struct_config__.tag)
