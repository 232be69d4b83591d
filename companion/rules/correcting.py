"""What the banker says for the table: corrections, late entries, a game that is taken over."""

from collections.abc import Mapping
from typing import Any

from companion.game.commands import BookLate, Correct, Situation, TakeOver
from companion.game.events import Corrected, Ruled, TakenOver
from companion.game.refusals import Refusal
from companion.game.state import GameState, Player
from companion.rules.money import charge, receive
from companion.rules.plausibility import (
    Nonsense,
    jail_free_card,
    nonsense,
    nonsense_about_out,
    seats_of,
    too_few_to_deal,
    too_many_buildings,
)
from companion.rules.play import Outcome, Play, cannot_act, game_over, key, refuse
from companion.rules.registry import rule
from companion.rules.rounding import settles
from companion.words import RuleKey, Seat


@rule("bank/banker")
def correct(state: GameState, command: Correct) -> Outcome:
    """Set what the banker names; everything else stays."""
    if state.winners:
        return game_over(state)
    if not command.why.strip():
        return refuse("bad-command", "bank/banker", wanted="why")
    refusal = _no_such_thing(state, command)
    if refusal:
        return refusal
    event = Corrected(**_fields(state, command), dispute=command.dispute)
    for wrong in (*nonsense(state, event), *too_few_to_deal(state, event)):
        return _refused(wrong)
    for seat in seats_of(event):
        if state.players[seat].out:
            return refuse("bankrupt", "bankruptcy/out", seat=seat)
    return (event, *_ruled(event))


def _ruled(event: Corrected) -> tuple[Ruled, ...]:
    """Return the ruling that a correction is, where it is one."""
    if event.dispute is None:
        return ()
    because = RuleKey("table/dispute")
    return (Ruled(seq=event.dispute, ruling="corrected", why=event.why, because=because),)


def take_over(state: GameState, command: TakeOver) -> Outcome:
    """Go on with a game that was begun without the companion, as the banker says it stands."""
    if state.winners:
        return game_over(state)
    if not is_untouched(state):
        return refuse("game-running", "bank/banker")
    for seat in (command.turn, *command.out):
        if seat not in state.seats:
            return _refused(Nonsense("no-seat", {"seat": seat}))
    refusal = _no_such_thing(state, command)
    if refusal:
        return refusal
    gone = dict.fromkeys(command.out, 0)
    fields = _fields(state, command)
    event = TakenOver(
        **{**fields, "cash": {**gone, **fields["cash"]}, "before": _cash(state)},
        turn=command.turn,
        out=command.out,
        accord=command.accord,
    )
    for wrong in (
        *nonsense(state, event),
        *nonsense_about_out(state, event, command.out, command.turn),
        *too_many_buildings(state, event),
    ):
        return _refused(wrong)
    return (event,)


def is_untouched(state: GameState) -> bool:
    """Return whether nothing has been played yet, but for the rolls for who begins."""
    if state.winners or state.turn.rolled or state.time_called or state.debts:
        return False
    owned = any(held.owner is not None for held in state.lots.values())
    return not owned and all(player == Player(player.name) for player in state.players)


def book_late(state: GameState, command: BookLate) -> Outcome:
    """Book a payment that the table agrees to although its time is over."""
    if state.winners:
        return game_over(state)
    if not command.why.strip():
        return refuse("bad-command", "bank/banker", wanted="why")
    if command.payer == command.payee:
        return refuse("bad-command", "bank/banker", wanted="payee")
    for party in (command.payer, command.payee):
        refusal = None if party == "bank" else cannot_act(state, party)
        if refusal:
            return refusal
    if not settles(state.rules, command.amount):
        return refuse("bad-command", "bank/smallest-amount", step=state.rules.smallest_amount)
    if command.lot is not None and command.lot not in state.lots:
        return refuse("no-such-lot", "bank/banker", lot=command.lot)
    play, facts = Play(state), _facts(command)
    if command.payer != "bank":
        charge(
            *(play, command.payer, command.payee, command.amount),
            reason="late",
            because="bank/banker",
            facts=facts,
        )
    elif command.payee != "bank":
        receive(
            *(play, command.payee, command.amount),
            reason="late",
            because="bank/banker",
            facts=facts,
        )
    return play


def _facts(command: BookLate) -> dict[str, int | str]:
    named = {"lot": command.lot, "after": command.after}
    known = {name: value for name, value in named.items() if value is not None}
    return {**known, "why": command.why.strip()}


def _fields(state: GameState, command: Situation) -> dict[str, Any]:
    """Return what the event of a situation that the banker names is made of."""
    return {
        "why": command.why.strip(),
        "cash": command.cash,
        "before": {seat: cash for seat, cash in _cash(state).items() if seat in command.cash},
        "at": command.at,
        "owner": command.owner,
        "mortgaged": command.mortgaged,
        "buildings": command.buildings,
        "jailed": command.jailed,
        "holds": {seat: _cards(state, decks) for seat, decks in command.holds.items()},
        "laps": command.laps,
        "bank": command.bank,
        "pot": command.pot,
        "because": key("bank/banker"),
    }


def _cash(state: GameState) -> Mapping[Seat, int]:
    return {seat: state.cash(seat) for seat in state.seats}


def _no_such_thing(state: GameState, command: Situation) -> Refusal | None:
    """Return why a card, a pot or an amount that is named is none of this edition, or None."""
    for decks in command.holds.values():
        for deck in decks:
            if jail_free_card(state, deck) is None:
                return refuse("no-such-card", "bank/banker", deck=deck)
    if command.pot and not state.rules.parking_jackpot:
        return refuse("bad-command", "parking/pot", pot=command.pot)
    amounts = (*command.cash.values(), command.pot or 0)
    if not all(settles(state.rules, amount) for amount in amounts):
        return refuse("bad-command", "bank/smallest-amount", step=state.rules.smallest_amount)
    return None


def _cards(state: GameState, decks: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(card for deck in decks if (card := jail_free_card(state, deck)))


def _refused(wrong: Nonsense) -> Refusal:
    return refuse("bad-command", "bank/banker", **wrong.facts, kind=wrong.kind)
