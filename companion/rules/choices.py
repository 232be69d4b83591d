"""Answers to a choice that a card, a tax, the speed die or a mortgaged lot taken over offers."""

from companion.editions import effects as fx
from companion.game.commands import Choose
from companion.game.events import Chosen
from companion.game.refusals import Code
from companion.game.state import BUS, TRIPLE, GameState
from companion.rules import tax
from companion.rules.cards import OPTION_OF, carry_out
from companion.rules.citing import always_cites
from companion.rules.obstacles import told_of_choice
from companion.rules.play import Outcome, Play, cannot_act, key, refuse
from companion.rules.speed_die_moves import move_as_chosen
from companion.rules.transfer import answer, transfer_meant


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
        code: Code = "not-asked" if on_turn else "not-your-turn"
        if any(transfer.seat == seat for transfer in state.transfers):
            code = "gone-on"  # asked about another lot than the one named
        if command.option in tax.OPTIONS:
            return refuse(code, "tax/percentage", "tax/chosen-before-counting")
        return refuse(code, "turn/settle-first")
    if command.option not in choice.options:
        about, options = told_of_choice(state), ", ".join(choice.options)
        return refuse("not-an-option", "turn/settle-first", *about, options=options)
    if choice.about in (BUS, TRIPLE):
        return move_as_chosen(state, choice, command.option)
    card = state.edition.card(choice.about)
    if card is None:
        return tax.pay(state, choice, command.option)
    assert isinstance(card.effect, fx.Choice)
    play = Play(state)
    play.tell(Chosen(seat=seat, option=command.option, because=key("card/at-once")))
    effect = next(e for e in card.effect.effects if OPTION_OF[type(e)] == command.option)
    carry_out(play, seat, card, effect)
    return play


always_cites(Chosen, "card/choice", because="card/at-once")
