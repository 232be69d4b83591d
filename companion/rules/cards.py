"""Drawing a card, and what it does."""

from collections.abc import Mapping

from companion.editions import effects as fx
from companion.editions.model import Card
from companion.game.commands import Draw
from companion.game.events import CardDrawn, ChoiceOffered, DrawDue, Feed
from companion.game.state import GameState
from companion.ledger.entries import Unit
from companion.rules.citing import always_cites, cites
from companion.rules.landing import land
from companion.rules.money import charge, receive
from companion.rules.moving import backward, forward_to, straight_to, to_jail
from companion.rules.play import Outcome, Play, cannot_act, key, refuse
from companion.rules.registry import rule
from companion.words import Money, Seat, Space

BOARD_SIZE = 40
_FEEDS: Mapping[str, Feed | None] = {"fee": None, "fine": "fines", "tax": "taxes"}
OPTION_OF = {fx.Pay: "fine", fx.DrawAgain: "draw"}
"""The word by which a player chooses an effect of a card."""


@rule("card/top-of-pile", "card/jail-free-kept", "card/bottom-of-pile")
def draw(state: GameState, command: Draw) -> Outcome:
    """Take note of the card drawn from the cardboard pile, and do what it says."""
    seat = command.by
    refusal = cannot_act(state, seat)
    if refusal:
        return refusal
    if state.draw is None or state.draw.seat != seat:
        on_turn = state.first is not None or seat == state.turn.seat
        return refuse("not-asked" if on_turn else "not-your-turn", "card/top-of-pile")
    card = state.edition.card(command.card)
    if card is None:
        return refuse("no-such-card", "card/top-of-pile", card=command.card)
    if card.id in state.holds:
        return refuse("no-such-card", "card/top-of-pile", "card/jail-free-kept", card=card.id)
    if card.deck != state.draw.deck:
        return refuse("wrong-deck", "card/top-of-pile", card=card.id, deck=state.draw.deck)
    play = Play(state)
    kept = isinstance(card.effect, fx.JailFree)
    play.tell(CardDrawn(seat=seat, card=card.id, kept=kept, because=key("card/top-of-pile")))
    carry_out(play, seat, card, card.effect)
    return play


@cites(CardDrawn)
def _drawn(_state: GameState, event: CardDrawn) -> tuple[str, ...]:
    return "card/jail-free-kept" if event.kept else "card/bottom-of-pile", "card/kinds"


@rule("card/at-once", "card/kinds", "card/new-space-counts", "card/choice")
def carry_out(play: Play, seat: Seat, card: Card, effect: fx.AnyEffect) -> None:
    """Do at once what a card says."""
    match effect:
        case fx.Pay() | fx.Collect() | fx.PayEach() | fx.CollectEach() | fx.Repairs():
            _move_money(play, seat, card, effect)
        case fx.Advance(space=name):
            target = play.state.edition.space_named(name)
            forward_to(play, seat, target, because="card/new-space-counts")
            land(play, seat, card=card.id)
        case fx.AdvanceNearest(kind=kind, multiple=multiple):
            forward_to(play, seat, _nearest(play, seat, kind), because="card/new-space-counts")
            land(play, seat, card=card.id, multiple=multiple)
        case fx.GoBackTo(space=name):
            target = play.state.edition.space_named(name)
            straight_to(play, seat, target, because="card/new-space-counts")
            land(play, seat, card=card.id)
        case fx.Back(spaces=spaces):
            backward(play, seat, spaces, because="card/new-space-counts")
            land(play, seat, card=card.id)
        case fx.ToJail():
            to_jail(play, seat, because="jail/card")
        case fx.DrawAgain(deck=deck):
            play.tell(DrawDue(seat=seat, deck=deck, because=key("card/at-once")))
        case fx.Choice(effects=effects):
            options = tuple(OPTION_OF[type(option)] for option in effects)
            because = key("card/at-once")
            play.tell(ChoiceOffered(seat=seat, options=options, about=card.id, because=because))
        case fx.JailFree():
            pass


always_cites(ChoiceOffered, "card/choice", because="card/at-once")


@rule("card/between-players", "card/pay-each", "card/collect-each")
def _move_money(
    play: Play,
    seat: Seat,
    card: Card,
    effect: fx.Pay | fx.Collect | fx.PayEach | fx.CollectEach | fx.Repairs,
) -> None:
    facts = {"card": card.id}
    match effect:
        case fx.Pay(amount=amount, kind=kind):
            charge(
                play,
                seat,
                "bank",
                amount,
                reason="card",
                because="card/at-once",
                facts=facts,
                feed=_FEEDS[kind],
            )
        case fx.Collect(amount=amount):
            receive(
                play,
                seat,
                amount,
                reason="card",
                because="card/at-once",
                also=("bank/pays-salary",),
                facts=facts,
            )
        case fx.PayEach(amount=amount):
            others = play.state.others(seat)
            short = len(others) > 1 and play.state.cash(seat) < amount * len(others)
            also = ("bankruptcy/several-creditors",) if short else ()
            for other in others:
                _between(play, seat, other, amount, card, "card/pay-each", *also)
        case fx.CollectEach(amount=amount):
            for other in play.state.others(seat):
                _between(play, other, seat, amount, card, "card/collect-each")
        case fx.Repairs(house=house, hotel=hotel):
            _repairs(play, seat, card, house, hotel)


def _between(play: Play, payer: Seat, payee: Seat, amount: Money, card: Card, *also: str) -> None:
    charge(
        play,
        payer,
        payee,
        amount,
        reason="card",
        because="card/between-players",
        also=(*also, "card/at-once"),
        facts={"card": card.id},
    )


@rule("card/repairs")
def _repairs(play: Play, seat: Seat, card: Card, house: Money, hotel: Money) -> None:
    stock = buildings_of(play.state, seat)
    charge(
        play,
        seat,
        "bank",
        stock[Unit.HOUSE] * house + stock[Unit.HOTEL] * hotel,
        reason="card",
        because="card/at-once",
        also=("card/repairs",),
        facts={
            "card": card.id,
            "houses": stock[Unit.HOUSE],
            "house": house,
            "hotels": stock[Unit.HOTEL],
            "hotel": hotel,
        },
        feed="repairs",
    )


def buildings_of(state: GameState, seat: Seat) -> dict[Unit, int]:
    """Return how many houses and hotels stand on a player's lots."""
    levels = [state.lots[lot.index].level for lot in state.owned(seat)]
    hotels = levels.count(5)
    return {Unit.HOUSE: sum(levels) - 5 * hotels, Unit.HOTEL: hotels}


def _nearest(play: Play, seat: Seat, kind: str) -> Space:
    at = play.state.players[seat].at
    ahead = (Space((at + step) % BOARD_SIZE) for step in range(1, BOARD_SIZE + 1))
    return next(space for space in ahead if play.state.edition.space(space).kind == kind)
