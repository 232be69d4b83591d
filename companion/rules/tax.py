"""Taxes: a printed amount, or by choice a share of all that one owns."""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

from companion.editions.model import BoardSpace
from companion.game.events import ChoiceOffered, Chosen
from companion.game.postings import HOTEL
from companion.game.refusals import Refusal
from companion.game.state import GameState, OpenChoice
from companion.rules.citing import always_cites
from companion.rules.money import charge
from companion.rules.play import Outcome, Play, key, refuse, told_by_variants
from companion.rules.registry import rule
from companion.rules.rounding import rounded_up, told_as
from companion.rules.worth import taxed_parts
from companion.words import Money, Seat

OPTIONS = ("flat", "percent")


@rule("tax/due", "bank/takes-taxes")
def fall_due(play: Play, seat: Seat, space: BoardSpace) -> None:
    """Take the tax of a space at once, or ask in which of its forms it is to be paid."""
    if space.percent:
        _ask(play, seat, space)
        return
    charge(
        play,
        seat,
        "bank",
        space.amount,
        reason="tax",
        because="tax/due",
        also=("bank/takes-taxes", "turn/space-decides"),
        facts={"space": space.index},
        feed="taxes",
    )


@rule("tax/chosen-before-counting", "tax/reckoned-at-landing")
def _ask(play: Play, seat: Seat, space: BoardSpace) -> None:
    """Let the player choose; what would be reckoned is fixed now, and told to nobody yet."""
    counted = taxed_parts(play.state, seat)
    play.tell(
        ChoiceOffered(
            seat=seat,
            options=OPTIONS,
            about=space.key,
            worth=sum(counted.values()),
            counted=counted,
            because=key("tax/percentage"),
        )
    )


always_cites(
    ChoiceOffered, "turn/space-decides", "tax/chosen-before-counting", because="tax/percentage"
)


@rule("tax/chosen-before-counting")
def why_not_yet(state: GameState, seat: Seat) -> Refusal | None:
    """Return why *seat* may change nothing of what is to be taxed, or None."""
    choice = state.choice
    if choice is None or choice.seat != seat or choice.options != OPTIONS:
        return None
    return refuse("unsettled", "tax/chosen-before-counting", options=", ".join(OPTIONS))


@rule("tax/percentage", "tax/choice-due-at-once")
def pay(state: GameState, choice: OpenChoice, option: str) -> Outcome:
    """Take the printed amount, or the share of all that was owned at the landing."""
    play, seat = Play(state), choice.seat
    play.tell(Chosen(seat=seat, option=option, because=key("tax/percentage")))
    space = state.edition.space(state.edition.space_named(choice.about))
    told, amount = ["tax/choice-due-at-once"], space.amount
    facts: dict[str, int | str] = {"space": int(space.index)}
    if option == "percent":
        amount = _share(state, choice.worth, space.percent)
        told += _told_of_wealth(state, choice)
        rate = str(Decimal(space.percent) / 100)
        facts |= {"base": choice.worth, "rate": rate, "from": "worth", **choice.counted}
        if amount * 100 != choice.worth * space.percent:
            told.append("tax/rounding")
            facts |= told_as(state.rules, "up")
    charge(
        play,
        seat,
        "bank",
        amount,
        reason="tax",
        because="tax/percentage",
        also=tuple(told),
        facts=facts,
        feed="taxes",
    )
    return play


@rule("tax/rounding")
def _share(state: GameState, worth: Money, percent: int) -> Money:
    return rounded_up(state.rules, Fraction(worth * percent, 100))


@rule("tax/wealth", "tax/wealth-hotel", "tax/wealth-card", "variant/cheap-hotels-hotel-worth")
def _told_of_wealth(state: GameState, choice: OpenChoice) -> Iterator[str]:
    yield from ("tax/wealth", "tax/reckoned-at-landing", "bank/takes-taxes")
    if any(state.lots[lot.index].level == HOTEL for lot in state.owned(choice.seat)):
        yield "tax/wealth-hotel"
        yield from told_by_variants(state, "hotel-worth")
    if state.jail_cards(choice.seat):
        yield "tax/wealth-card"
