"""Answers to a choice that a card, a tax, the speed die or a mortgaged lot taken over offers."""

from companion.editions import effects as fx
from companion.game.commands import Choose
from companion.game.events import Chosen
from companion.game.state import Choice, GameState
from companion.rules.cards import OPTION_OF, carry_out
from companion.rules.money import charge
from companion.rules.onward import BUS, TRIPLE, move_as_chosen
from companion.rules.play import Outcome, Play, cannot_act, key, keys, refuse
from companion.rules.registry import rule
from companion.rules.transfer import answer, transfer_meant
from companion.rules.worth import taxed_worth
from companion.words import Seat

TAX_OPTIONS = ("flat", "percent")


def choose(state: GameState, command: Choose) -> Outcome:
    """Carry out the alternative that the player named."""
    seat = command.by
    refusal = cannot_act(state, seat)
    if refusal:
        return refusal
    transfer = transfer_meant(state, command)
    if transfer is not None:
        return answer(state, transfer, command.option)
    choice = state.choice
    if choice is None or choice.seat != seat:
        on_turn = state.first is not None or seat == state.turn.seat
        because = "tax/percentage" if command.option in TAX_OPTIONS else "turn/settle-first"
        return refuse("not-asked" if on_turn else "not-your-turn", because)
    if command.option not in choice.options:
        return refuse("not-an-option", "turn/settle-first", options=", ".join(choice.options))
    if choice.about in (BUS, TRIPLE):
        return move_as_chosen(state, choice, command.option)
    play = Play(state)
    card = state.edition.card(choice.about)
    because = "tax/percentage" if card is None else "card/at-once"
    also = () if card is None else keys("card/choice")
    play.tell(Chosen(seat=seat, option=command.option, because=key(because), also=also))
    if card is None:
        _tax(play, seat, choice, command.option)
        return play.events
    assert isinstance(card.effect, fx.Choice)
    effect = next(e for e in card.effect.effects if OPTION_OF[type(e)] == command.option)
    carry_out(play, seat, card, effect)
    return play.events


@rule("tax/percentage")
def _tax(play: Play, seat: Seat, choice: Choice, option: str) -> None:
    """Take the printed amount, or the share of all possessions, decided before counting."""
    edition = play.state.edition
    space = edition.space(edition.space_named(choice.about))
    if option == "flat":
        amount, facts = space.amount, {"space": int(space.index)}
    else:
        worth = taxed_worth(play.state, seat)
        amount = -(-worth * space.percent // 100)  # a part of a unit counts as a whole one
        facts = {"space": int(space.index), "worth": worth, "percent": space.percent}
    charge(
        play,
        seat,
        "bank",
        amount,
        reason="tax",
        because="tax/percentage",
        facts=facts,
        feed="taxes",
    )
