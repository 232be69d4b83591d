"""Setting up: the opening money and the roll for who begins."""

from collections.abc import Iterator

import msgspec

from companion.editions.model import GO, Edition
from companion.errors import SettingsError
from companion.game.commands import Deal, FirstRoll
from companion.game.events import (
    AnyEvent,
    Banker,
    Bought,
    Dealt,
    FirstPlayerFound,
    FirstRolled,
    FirstTied,
    GameBegan,
)
from companion.game.refusals import Refusal
from companion.game.state import GameState, blank
from companion.rules.citing import cites
from companion.rules.money import charge, receive
from companion.rules.play import Outcome, Play, cannot_act, game_over, key, refuse, told_by_variants
from companion.rules.registry import rule
from companion.words import Seat, Space


@rule("setup/players", "setup/tokens-on-go", "setup/no-deeds-dealt", "setup/stocks")
@rule("setup/box", "bank/owns-the-unsold", "short/differences")
def begin(
    edition: Edition,
    players: tuple[str, ...],
    *,
    first_roll: bool,
    banker: Banker | None = None,
    ends: str = "",
) -> tuple[AnyEvent, ...]:
    """Return the events with which a game of *edition* begins.

    Args:
        edition: as it is played, with variants and house rules in it.
        players: names in seating order, clockwise.
        first_roll: whether the dice decide who begins; else the first player does.
        banker: who keeps the Bank, where it is said: a player, or somebody apart.
        ends: when a game against the clock is over, as agreed.

    Raises:
        SettingsError: too few or too many players, or two of the same name.
    """
    _check_people(edition, players, banker)
    play = Play(blank(edition))
    play.tell(
        GameBegan(
            edition=edition.id,
            variants=edition.variants,
            house=msgspec.json.decode(msgspec.json.encode(edition.house)),  # as it is kept
            corrections=edition.corrections,
            text=edition.text,
            players=players,
            first_roll=first_roll,
            banker=banker,
            ends=ends,
            because=key("setup/box"),
        )
    )
    _pay_out(play)
    return play.story


def _check_people(edition: Edition, players: tuple[str, ...], banker: Banker | None) -> None:
    """Raise an error if these people cannot sit down to a game of *edition*."""
    refusal = why_not_so_many(edition, len(players))
    if refusal:
        fewest, most = refusal.facts["fewest"], refusal.facts["most"]
        raise SettingsError(code="too-many-players", count=len(players), fewest=fewest, most=most)
    if len(set(players)) < len(players):
        raise SettingsError(code="same-names")
    if isinstance(banker, int) and not 0 <= banker < len(players):
        raise SettingsError(code="nobody-banks")


@rule("setup/cash", "variant/speed-die-cash")
@rule("setup/notes", "variant/deal-all-cash")
def _pay_out(play: Play) -> None:
    """Give everybody the opening money, with the speed die more of it."""
    edition, seats = play.state.edition, play.state.seats
    told = {"setup/notes": None, **dict.fromkeys(told_by_variants(play.state, "cash"))}
    if edition.parameters.speed_die:
        told["variant/speed-die-cash"] = None
    for seat in seats:
        cash = edition.starting_cash_of(len(seats))
        receive(play, seat, cash, reason="start", because="setup/cash", also=tuple(told))


@rule("setup/players")
def why_not_so_many(edition: Edition, players: int) -> Refusal | None:
    """Return why so many cannot play, or None."""
    fewest, most = edition.parameters.players_min, edition.parameters.players_max
    if fewest <= players <= most:
        return None
    return refuse("not-an-option", "setup/players", fewest=fewest, most=most)


@rule("bank/banker-only")
def why_banker_plays(edition: Edition, players: int) -> Refusal | None:
    """Return why somebody who keeps the Bank beside so many players must play as well, or None."""
    people, enough = players + 1, edition.parameters.banker_may_abstain_above
    if people > enough:
        return None
    return refuse("banker-plays", "bank/banker-only", "bank/banker", people=people, above=enough)


@rule("variant/combined")
def excluded_by(why: str) -> Refusal:
    """Refuse a game by ways to play that do not go together, or that the edition has not."""
    return refuse("not-an-option", "variant/ways-to-play", "variant/combined", why=why)


def why_no_end(edition: Edition, ends: str) -> Refusal | None:
    """Return why a game against the clock cannot begin without an agreed end, or None."""
    if ends or "timed" not in edition.variants:
        return None
    return refuse("no-end-agreed", "timed/end-agreed")


@rule("variant/ways-to-play", "bank/rest-of-the-money")
@cites(GameBegan)
def _began(state: GameState, event: GameBegan) -> Iterator[str]:
    yield from ("setup/players", "setup/tokens-on-go")
    yield from ("bank/owns-the-unsold", "bank/rest-of-the-money")
    if not state.edition.dealt_deeds_of(len(event.players)):
        yield "setup/no-deeds-dealt"
    variants = [*told_by_variants(state, "differences", "ordinary-rules")]
    yield from ("variant/ways-to-play", *variants) if variants else ()
    if event.banker is not None:
        yield "bank/banker-only" if event.banker == "apart" else "bank/banker"
    if event.ends:
        yield "timed/end-agreed"


@rule("setup/no-deeds-dealt", "setup/business-after-deal")
@rule(
    "short/deal",
    "short/banker-deals-himself",
    "timed/deal",
    "variant/deal-two-deal",
    "variant/deal-all-deal",
    "variant/deal-all-leftovers",
)
def deal(state: GameState, command: Deal) -> Outcome:
    """Sell every player the deeds dealt to him; then all business is open."""
    refusal = _why_no_deal(state, command)
    if refusal:
        return refusal
    play = Play(state)
    play.tell(Dealt(because=key("setup/no-deeds-dealt")))
    for seat, lots in sorted(command.lots.items()):
        for lot in lots:
            _sell_dealt(play, seat, lot)
    return play


@cites(Dealt)
def _dealt(state: GameState, _event: Dealt) -> Iterator[str]:
    yield from ("setup/deal-by-chance", "setup/business-after-deal")
    slugs = ("deal", "pay-for-deal", "banker-deals-himself", "leftovers")
    yield from told_by_variants(state, *slugs)


@rule("setup/deal-by-chance")
def _why_no_deal(state: GameState, command: Deal) -> Refusal | None:
    """Return why the deeds cannot be dealt like this, or None."""
    number = state.edition.dealt_deeds_of(len(state.seats))
    if state.winners:
        return game_over(state)
    if not state.deal_due:
        return refuse("not-asked" if number else "not-an-option", "setup/no-deeds-dealt")
    if state.debts:
        return refuse("in-debt", "rent/settled-at-once", seat=state.debts[0].debtor)
    if state.auction is not None:
        return refuse("unsettled", "turn/settle-first")
    counts = {seat: len(lots) for seat, lots in command.lots.items()}
    if counts != dict.fromkeys(state.playing, number):
        return refuse("bad-command", "setup/no-deeds-dealt", "setup/deal-by-chance", deeds=number)
    dealt = [lot for lots in command.lots.values() for lot in lots]
    if len(set(dealt)) < len(dealt):
        return refuse("bad-command", "setup/deal-by-chance", deeds=number)
    for lot in dealt:
        if lot not in state.lots:
            return refuse("no-such-lot", "setup/no-deeds-dealt", "setup/deal-by-chance", lot=lot)
        if state.lots[lot].owner is not None:
            return refuse("not-for-sale", "setup/no-deeds-dealt", "setup/deal-by-chance", lot=lot)
    return None


@rule("setup/pay-for-deal", "setup/deal-not-refused")
@rule(
    "short/pay-for-deal",
    "timed/pay-for-deal",
    "variant/deal-two-pay-for-deal",
    "variant/deal-all-pay-for-deal",
)
def _sell_dealt(play: Play, seat: Seat, lot: Space) -> None:
    """Hand over a dealt deed at its printed price; what cash does not cover is owed."""
    paid = play.state.rules.dealt_deeds_paid
    price = play.state.edition.space(lot).price if paid else 0
    covered = price <= play.state.cash(seat)
    play.tell(
        Bought(
            seat=seat,
            lot=lot,
            price=price if covered else 0,
            facts={"base": price if covered else 0, "from": "deal"},
            because=key("setup/pay-for-deal"),
        )
    )
    if not covered:
        facts = {"lot": int(lot)}
        charge(play, seat, "bank", price, reason="deal", because="setup/pay-for-deal", facts=facts)


@cites(Bought, "setup/pay-for-deal")
def _bought(state: GameState, _event: Bought) -> Iterator[str]:
    if state.rules.dealt_deeds_paid:
        yield from ("purchase/price", "setup/deal-not-refused")


@rule("variant/deal-all-negotiation")
def minutes_to_negotiate(state: GameState) -> int:
    """Return for how long the dice wait after the deal; 0 once they have moved a token."""
    edition, players = state.edition, state.players
    moved = any(player.at != GO or player.laps for player in players)
    if state.deal_due or moved or state.turn.rolled:
        return 0
    chosen = (way for way in edition.printings if way.id in edition.variants)
    return max((way.negotiation for way in chosen), default=0)


@rule("turn/first-roll", "turn/first-roll-tie")
def first_roll(state: GameState, command: FirstRoll) -> Outcome:
    """Count a roll for who begins; the highest total does, equals roll again."""
    seat = command.by
    refusal = cannot_act(state, seat)
    if refusal:
        return refusal
    if state.first is None:
        if state.deal_due:
            return refuse("unsettled", "setup/pay-for-deal")
        return refuse("already-rolled", "turn/first-roll")
    if len(command.dice) != state.rules.first_roll_dice:
        return refuse("bad-command", "turn/first-roll", dice=state.rules.first_roll_dice)
    if state.debts:
        return refuse("in-debt", "rent/settled-at-once", seat=state.debts[0].debtor)
    if state.auction is not None:
        return refuse("unsettled", "turn/settle-first")
    if seat not in state.first.waiting:
        rolled = seat in state.first.totals
        again = len(state.first.waiting) + len(state.first.totals) < len(state.playing)
        tie = ("turn/first-roll-tie",) if again else ()
        return refuse("already-rolled" if rolled else "not-asked", "turn/first-roll", *tie)
    play = Play(state)
    play.tell(FirstRolled(seat=seat, dice=command.dice, because=key("turn/first-roll")))
    settle_first(play)
    return play


def settle_first(play: Play) -> None:
    """Find who begins once nobody has still to roll; equals roll again."""
    first = play.state.first
    assert first is not None
    if first.waiting:
        if len(first.waiting) == 1 and not first.totals:  # who had rolled as much has left
            alone = first.waiting[0]
            play.tell(FirstPlayerFound(seat=alone, because=key("turn/first-roll-tie")))
        return
    highest = max(first.totals.values())
    best = tuple(Seat(seat) for seat, total in sorted(first.totals.items()) if total == highest)
    if len(best) > 1:
        play.tell(FirstTied(seats=best, because=key("turn/first-roll-tie")))
    else:
        play.tell(FirstPlayerFound(seat=best[0], because=key("turn/first-roll")))
