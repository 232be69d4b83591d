"""A whole game between built-in players: chance throws, the players answer, the referee decides."""

from collections.abc import Mapping
from functools import reduce
from typing import Literal

from companion.bots import answers, trading
from companion.bots.chance import Chance
from companion.bots.character import character_of
from companion.bots.estate import improving
from companion.editions.model import Edition
from companion.errors import CompanionError
from companion.game import commands as c
from companion.game.apply import apply
from companion.game.events import AnyEvent, TurnEnded
from companion.game.refusals import Refusal
from companion.game.state import GameState, blank
from companion.rules import decide, played
from companion.rules.asked import asked
from companion.rules.setup import begin
from companion.words import Seat, Space

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Guy", "Hal")
MOST_TURNS = 3000
"""A game that nobody has won after so many turns is stopped: a safety, and told as such."""

TIME_IN_ROUNDS = 30
"""Where a time limit is played, it is up after so many turns of everybody."""

FINED = 100
"""Where manners are fined, one turn in so many earns a fine."""

FINES: tuple[Literal["wrong-token", "out-of-turn", "dice-off-table"], ...] = (
    "wrong-token",
    "out-of-turn",
    "dice-off-table",
)

Ending = Literal["won", "stopped"]


class StuckError(CompanionError):
    """A built-in player did what is refused, or nobody knows how to go on: a bug."""


def names_of(players: int) -> tuple[str, ...]:
    """Return so many names, in seating order."""
    return (*NAMES[:players], *(f"Player {n}" for n in range(len(NAMES) + 1, players + 1)))


class Match:
    """One game.

    Args:
        edition: as it is played, with variants and house rules in it.
        players: how many.
        seed: the same seed gives the same game.
    """

    def __init__(self, edition: Edition, players: int, seed: int) -> None:
        self.chance = Chance(edition, seed)
        self.events: list[AnyEvent] = [*begin(edition, names_of(players), first_roll=True)]
        self.state: GameState = reduce(apply, self.events, blank(edition))
        self.turns, self.commands = 1, 0
        self._banker_spoke = False
        self._timed = "timed" in edition.variants
        self._noticed: dict[tuple[Seat, Seat, Space], bool] = {}  # visitor, owner, lot
        self._tried: set[c.Offer] = set()
        self._traded_in: dict[Seat, int] = {}  # the lap in which a seat last thought of trades

    def play(self, most_turns: int = MOST_TURNS) -> Ending:
        """Play to the end, or until *most_turns* have been played.

        Raises:
            StuckError: the referee refused, or waits for nobody.
        """
        while not self.state.winners:
            if self.turns > most_turns:
                return "stopped"
            self.step()
        return "won"

    def step(self) -> None:
        """Let one command be given and decided."""
        command = self.next_command()
        play = played(self.state, command)
        if isinstance(play, Refusal):
            raise StuckError(f"turn {self.turns}: {command} is refused: {play.code}")
        events = play.events
        self.commands += 1
        self.events += events
        self.state = play.state
        for event in events:
            if type(event) is TurnEnded:
                self._turn_ended()

    def _turn_ended(self) -> None:
        self.turns += 1
        self._banker_spoke = False
        self._tried.clear()
        self._noticed.clear()

    # ---- whose word is next

    def next_command(self) -> c.AnyCommand:
        """Return what is said next: a claim, an answer to an offer, or what is asked for."""
        state = self.state
        if state.rents and (claim := self._claim()):
            return claim
        if state.offers:
            return answers.offer(state, state.offers[0].to)
        if state.deal_due:
            return self._deal()
        waiting = asked(state)
        if state.auction is not None and not state.debts:
            return self._auction(waiting)
        if not waiting:
            raise StuckError(f"turn {self.turns}: nobody is asked for anything")
        seat = next((seat for seat in waiting if "roll" in waiting[seat]), min(waiting))
        return self._answer(seat, waiting[seat])

    def _claim(self) -> c.Claim | None:
        """Return the claim of an owner who has noticed; some rents are forgotten for good."""
        for rent in self.state.rents:
            if rent.claimed:
                continue
            stop = (rent.visitor, rent.owner, rent.lot)
            if stop not in self._noticed:
                forgets = character_of(rent.owner).forgets
                self._noticed[stop] = self.chance.below(100) >= forgets
            if self._noticed[stop]:
                return c.Claim(by=rent.owner, lot=rent.lot)
        return None

    def _auction(self, waiting: Mapping[Seat, frozenset[str]]) -> c.AnyCommand:
        """Let the next bidder after the leader speak, or the hammer fall."""
        assert self.state.auction is not None
        leader = self.state.auction.leader
        bidders = [seat for seat in waiting if "bid" in waiting[seat]]
        if not bidders:
            return c.Hammer()
        after = [seat for seat in bidders if leader is not None and seat > leader]
        return answers.bid(self.state, (after or bidders)[0])

    def _answer(self, seat: Seat, words: frozenset[str]) -> c.AnyCommand:
        """Return what *seat* says to what is asked of it."""
        state = self.state
        if "roll" in words:
            return self._roll(seat, words)
        if "buy" in words:
            return answers.purchase(state, seat)
        if "draw" in words:
            assert state.draw is not None
            return c.Draw(by=seat, card=self.chance.card(state.draw.deck, state.holds))
        if "choose" in words:
            return answers.choose(state, seat)
        if "pay" in words:
            return answers.debt(state, seat)
        if "bankrupt" in words:
            return self._untried(trading.payment(state, seat)) or answers.debt(state, seat)
        if "first-roll" in words:
            dice = self.chance.dice()[: state.rules.first_roll_dice]
            return c.FirstRoll(by=seat, dice=dice)
        return c.End(by=seat)

    # ---- before a roll

    def _roll(self, seat: Seat, words: frozenset[str]) -> c.AnyCommand:
        """Return what *seat* does before rolling, or the roll."""
        state = self.state
        if state.rent_roll is None:
            if not state.turn.rolled or state.turn.seat != seat:
                before = self._before_turn(seat)
                if before is not None:
                    return before
            if state.players[seat].jailed is not None:
                way_out = answers.jail(state, seat, words)
                if way_out is not None:
                    return way_out
            if "end" in words and not answers.rolls_again(state, seat):
                return c.End(by=seat)
        return c.Roll(by=seat, dice=self.chance.dice())

    def _before_turn(self, seat: Seat) -> c.AnyCommand | None:
        """Return what is done in the gap before a turn: by the banker, and with lots."""
        state = self.state
        if not self._banker_spoke:
            self._banker_spoke = True
            ruling = self._ruling(seat)
            if ruling is not None:
                return ruling
        if state.wishes:
            for other in state.others(seat):
                wish = improving(state, other)
                if wish is not None:
                    return wish
        return improving(state, seat) or self._trade(seat)

    def _ruling(self, seat: Seat) -> c.TimeUp | c.Fine | None:
        """Return what the banker says before a turn: time is up, or a fine for bad manners."""
        state = self.state
        if self._timed and self.turns > TIME_IN_ROUNDS * len(state.players):
            return c.TimeUp()
        if state.rules.fine_amount and not self.chance.below(FINED):
            return c.Fine(player=seat, reason=FINES[self.chance.below(len(FINES))])
        return None

    def _trade(self, seat: Seat) -> c.Offer | None:
        """Return an offer not yet made in this gap; players think of trades once a lap."""
        laps = self.state.players[seat].laps
        if self._traded_in.get(seat) == laps:
            return None
        for offer in trading.proposals(self.state, seat):
            if self._untried(offer):
                return offer
        self._traded_in[seat] = laps
        return None

    def _untried(self, offer: c.Offer | None) -> c.Offer | None:
        """Return *offer* if the referee takes it and it was not made before in this turn."""
        if offer is None or offer in self._tried:
            return None
        self._tried.add(offer)
        return None if isinstance(decide(self.state, offer), Refusal) else offer

    def _deal(self) -> c.Deal:
        state = self.state
        number = state.edition.dealt_deeds_of(len(state.players))
        lots = self.chance.shuffled(lot.index for lot in state.edition.lots)
        return c.Deal(lots={s: tuple(lots[number * s : number * (s + 1)]) for s in state.playing})
