"""A whole game between built-in players: chance throws, the players answer, the referee decides."""

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from itertools import chain
from typing import Literal

from companion.bots import answers, trading
from companion.bots.chance import Chance
from companion.bots.character import character_of
from companion.bots.estate import improving, redeeming
from companion.editions.model import Edition
from companion.errors import CompanionError
from companion.game import commands as c
from companion.game.apply import apply
from companion.game.events import AnyEvent
from companion.game.refusals import Refusal
from companion.game.state import GameState, blank
from companion.rules import Play, played
from companion.rules.asked import asked
from companion.rules.setup import begin
from companion.rules.speed_die import is_thrown, is_thrown_to_move
from companion.words import Seat, Space

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Guy", "Hal")
MOST_TURNS = 3000
"""A game that nobody has won after so many turns is stopped: a safety, and told as such."""

TIME_IN_ROUNDS = 30
"""Where a time limit is played, it is up after so many turns of everybody."""

FINED = 100
"""Where manners are fined, one turn in so many earns a fine."""

Manners = Literal["wrong-token", "out-of-turn", "dice-off-table"]
FINES: tuple[Manners, ...] = ("wrong-token", "out-of-turn", "dice-off-table")

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
        state: where it goes on from, if it has begun; its events are those from here on.
    """

    def __init__(
        self, edition: Edition, players: int, seed: int, state: GameState | None = None
    ) -> None:
        self.chance = Chance(edition, seed)
        begun = [*begin(edition, names_of(players), first_roll=True)] if state is None else []
        self.events: list[AnyEvent] = begun
        self.state: GameState = reduce(apply, begun, state or blank(edition))
        self.turns, self.commands = 0, 0
        self._timed = "timed" in edition.variants
        self._has_rulings = self._timed or edition.parameters.fine_amount > 0
        self._noticed: dict[tuple[Seat, Seat, Space], bool] = {}  # visitor, owner, lot
        self._tried: set[c.Offer] = set()
        self._traded_in: dict[Seat, int] = {}  # the lap in which a seat last thought of trades
        self._banker_spoke = False

    @classmethod
    def from_state(cls, state: GameState, seed: int) -> "Match":
        """Return a match that goes on from a state of a game, whoever has played it until then."""
        return cls(state.edition, len(state.players), seed, state)

    def play(self, most_turns: int = MOST_TURNS) -> Ending:
        """Play to the end, or until *most_turns* have been played.

        Raises:
            StuckError: the referee refused, or waits for nobody.
        """
        while not self.state.winners:
            if self.turns >= most_turns:
                return "stopped"
            self.step()
        return "won"

    def step(self) -> c.AnyCommand:
        """Let one command be given and decided; return it."""
        refusal = None
        for command in self.commands_now():
            play = played(self.state, command)
            if isinstance(play, Play):
                self._go_on(command, play)
                return command
            refusal = command, play
        raise StuckError(f"turn {self.turns}: {_stuck(refusal)}")

    def _go_on(self, command: c.AnyCommand, play: Play) -> None:
        self.events += play.story
        self.follow(command, play.state)

    def follow(self, command: c.AnyCommand, state: GameState) -> None:
        """Go on from *state*: a command of `commands_now` was decided, here or at a table."""
        turn = self.state.turn
        if type(command) is c.Roll and (turn.seat != command.by or not turn.rolled):
            self._begin_turn()
        self.commands += 1
        self.state = state

    def _begin_turn(self) -> None:
        """Count a turn: its first roll has been made."""
        self.turns += 1
        self._tried.clear()
        self._noticed.clear()
        self._banker_spoke = False

    # ---- whose word is next

    def commands_now(self) -> Iterable[c.AnyCommand]:
        """Return what is said next, the best first: the referee takes the first that it allows."""
        state = self.state
        if state.rents and (claim := self._claim()):
            return (claim,)
        if state.offers:
            return answers.offer(state, state.offers[0].to)
        if state.deal_due:
            return (self._deal(),)
        waiting = asked(state)
        if state.auction is not None and not state.debts:
            return self._auction(waiting)
        for seat, words in waiting.items():
            if "roll" in words:
                return self._at_the_dice(seat, words)
        for seat, words in waiting.items():
            return self._answer(seat, words)
        return ()

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

    def _auction(self, waiting: Mapping[Seat, frozenset[str]]) -> Iterable[c.AnyCommand]:
        """Let the next bidder after the leader speak, or the hammer fall."""
        assert self.state.auction is not None
        leader = self.state.auction.leader
        bidders = [seat for seat in waiting if "bid" in waiting[seat]]
        if not bidders:
            return (c.Hammer(),)
        after = [seat for seat in bidders if leader is not None and seat > leader]
        return answers.bid(self.state, (after or bidders)[0])

    def _answer(self, seat: Seat, words: frozenset[str]) -> Iterable[c.AnyCommand]:
        """Return what *seat* says to what is asked of it, a roll left aside."""
        state = self.state
        if "buy" in words:
            return answers.purchase(state, seat)
        if "draw" in words:
            assert state.draw is not None
            return (c.Draw(by=seat, card=self.chance.card(state.draw.deck, state.holds)),)
        if "choose" in words:
            return (answers.choose(state, seat),)
        if "pay" in words:
            return answers.debt(state, seat)
        if "bankrupt" in words:
            offered = self._untried(trading.payment(state, seat))
            return chain(offered, answers.debt(state, seat))
        if "first-roll" in words:
            dice = self.chance.dice()[: state.rules.first_roll_dice]
            return (c.FirstRoll(by=seat, dice=dice),)
        return (c.End(by=seat),)

    # ---- before a roll

    def _at_the_dice(self, seat: Seat, words: frozenset[str]) -> Iterator[c.AnyCommand]:
        """Yield what *seat* does before rolling, and the roll."""
        state = self.state
        if state.rent_roll is None:
            if not state.turn.rolled or state.turn.seat != seat:
                yield from self._before_turn(seat)
            if state.players[seat].jailed is not None:
                yield from answers.jail(state, seat, words)
            if "end" in words and not answers.rolls_again(state, seat):
                yield c.End(by=seat)
        yield self._roll(seat)

    def _before_turn(self, seat: Seat) -> Iterator[c.AnyCommand]:
        """Yield what is done in the gap before a turn: by the banker, and with lots."""
        state = self.state
        if self._has_rulings and not self._banker_spoke:
            self._banker_spoke = True
            yield from self._rulings(seat)
        if state.wishes:
            for other in state.others(seat):
                yield from improving(state, other)
        yield from improving(state, seat)
        laps = state.players[seat].laps
        if self._traded_in.get(seat) != laps:
            yield from redeeming(state, seat)
            self._traded_in[seat] = laps  # one offer a lap
            for offer in trading.proposals(state, seat):
                yield from self._untried(offer)

    def _rulings(self, seat: Seat) -> Iterator[c.TimeUp | c.Fine]:
        """Yield what the banker says before a turn: time is up, or a fine for bad manners."""
        state = self.state
        if self._timed and self.turns >= TIME_IN_ROUNDS * len(state.players):
            yield c.TimeUp()
        if state.rules.fine_amount and not self.chance.below(FINED):
            yield c.Fine(player=seat, reason=FINES[self.chance.below(len(FINES))])

    def _untried(self, offer: c.Offer | None) -> Iterator[c.Offer]:
        """Yield *offer* if it was not made before in this turn."""
        if offer is not None and offer not in self._tried:
            self._tried.add(offer)
            yield offer

    # ---- chance

    def _roll(self, seat: Seat) -> c.Roll:
        state = self.state
        due = is_thrown if state.rent_roll is not None else is_thrown_to_move
        speed = self.chance.speed_die() if due(state, seat) else None
        return c.Roll(by=seat, dice=self.chance.dice(), speed=speed)

    def _deal(self) -> c.Deal:
        state = self.state
        number = state.edition.dealt_deeds_of(len(state.players))
        lots = self.chance.shuffled(lot.index for lot in state.edition.lots)
        return c.Deal(lots={s: tuple(lots[number * s : number * (s + 1)]) for s in state.playing})


def _stuck(refusal: tuple[c.AnyCommand, Refusal] | None) -> str:
    if refusal is None:
        return "nobody is asked for anything"
    command, answer = refusal
    return f"{command} is refused: {answer.code}"
