"""Random play: commands that are asked for and commands out of the blue, from one seed."""

import random
from collections.abc import Iterator
from functools import reduce
from typing import Any, Literal, get_args

from msgspec import Struct

from companion.editions.load import load_edition
from companion.editions.model import Edition
from companion.game import commands as c
from companion.game.apply import apply
from companion.game.events import AnyEvent, Banker
from companion.game.refusals import Refusal
from companion.game.state import GameState, blank
from companion.rules import Decided, decide
from companion.rules.asked import Permit, asked, may
from companion.rules.setup import begin
from companion.rules.speed_die import is_thrown, is_thrown_to_move
from companion.words import Seat, Space, SpeedFace

OPTIONS = ("fine", "draw", "flat", "percent", "redeem", "interest", "5", "39", "x")
"""What a choice may be asked to be, and sometimes is."""

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")


def pick_other(dice: random.Random, state: GameState, seat: Seat) -> Seat:
    """Return another player who is in the game."""
    return dice.choice(state.others(seat))


class Step(Struct, frozen=True):
    """One command of a random game, and what came of it."""

    before: GameState
    command: c.AnyCommand
    outcome: Decided
    after: GameState


class RandomGame:
    """A game that is played by commands at random.

    Args:
        seed: the same seed gives the same game.
        edition: its id.
        variants: rule sets and printings.
        players: how many.
        house: house rules.
        wild: the share of commands that nobody asked for, 0 to 1.
        banker: who keeps the Bank, where it is said.
    """

    def __init__(
        self,
        seed: int,
        *,
        edition: str = "ru-2004",
        variants: tuple[str, ...] = (),
        players: int = 3,
        house: dict[str, Any] | None = None,
        wild: float = 0.3,
        banker: Banker | None = None,
    ) -> None:
        self.dice = random.Random(seed)
        self.wild = wild
        self.edition: Edition = load_edition(edition, variants, house or {})
        first_roll = bool(self.dice.getrandbits(1))
        names = NAMES[:players]
        self.events: list[AnyEvent] = [
            *begin(self.edition, names, first_roll=first_roll, banker=banker)
        ]
        self.state = reduce(apply, self.events, blank(self.edition))
        self.set_up()

    def set_up(self) -> None:
        """Mostly, come to the middle of a game."""
        if self.dice.random() < 0.7:
            if self.state.deal_due:
                self._take(self.deal())
            self.deal_groups()

    def steps(self, count: int) -> Iterator[Step]:
        """Play *count* commands, or until somebody has won, and yield each."""
        for _ in range(count):
            if self.state.winners:
                return
            yield self.take(self.next_command())

    def take(self, command: c.AnyCommand) -> Step:
        """Ask the referee, and go on to what comes of it."""
        before = self.state
        outcome = decide(before, command)
        if not isinstance(outcome, Refusal):
            self.events += outcome
            self.state = reduce(apply, outcome, before)
        return Step(before, command, outcome, self.state)

    def deal_groups(self) -> None:
        """Let the books say that most groups are somebody's."""
        self._take(self.groups())

    def groups(self) -> c.Correct:
        """Return a correction that gives most groups to somebody, and little cash."""
        pick = self.dice
        owner: dict[Space, Seat | None] = {}
        levels: dict[Space, int] = {}
        mortgaged: dict[Space, bool] = {}
        levels_there_are = (*range(1, self.state.rules.houses_per_hotel + 1), 5)
        for family in dict.fromkeys(self.edition.family(lot.index) for lot in self.edition.lots):
            seat = pick.choice((None, *self.state.seats, *self.state.seats))
            owner |= dict.fromkeys(family, seat)
            if seat is not None and pick.random() < 0.5 and self.edition.space(family[0]).group:
                levels |= dict.fromkeys(family, pick.choice(levels_there_are))
            elif seat is not None:
                mortgaged |= {lot: pick.random() < 0.3 for lot in family}
        cash = {seat: self.some_money(pick.randint(0, 600)) for seat in self.state.seats}
        return c.Correct(why="dealt", owner=owner, buildings=levels, mortgaged=mortgaged, cash=cash)

    def _take(self, command: c.AnyCommand) -> None:
        """Carry out a command that cannot be refused."""
        outcome = decide(self.state, command)
        assert not isinstance(outcome, Refusal), outcome
        self.events += outcome
        self.state = reduce(apply, outcome, self.state)

    def next_command(self) -> c.AnyCommand:
        """Return a command: mostly one that is asked for or allowed."""
        if self.dice.random() < self.wild:
            return self.wild_command()
        wanted = [(seat, word) for seat, words in asked(self.state).items() for word in words]
        seat = self.dice.choice(self.state.seats)
        rarely = self.dice.random() < 0.02
        permits = [permit for permit in may(self.state, seat) if permit.do != "leave" or rarely]
        claims = [permit for permit in permits if permit.do == "claim"]
        if claims or (permits and (not wanted or self.dice.random() < 0.2)):
            word = self.dice.choice(sorted({permit.do for permit in claims or permits}))
            return self.permitted(
                seat, self.dice.choice([permit for permit in permits if permit.do == word])
            )
        if self.state.deal_due and not wanted:
            return self.deal()
        if not wanted:
            return c.Hammer()
        if self.state.auction and self.dice.random() < 0.3:
            return c.Hammer()
        seat, word = self.dice.choice(sorted(wanted))
        allowed = [p for p in may(self.state, seat) if p.do == word]
        return self.permitted(seat, allowed[0]) if allowed else self.asked_for(seat, word)

    def permitted(self, seat: Seat, permit: Permit) -> c.AnyCommand:
        """Return a command that *permit* allows."""
        match permit.do:
            case "bid":
                assert permit.amount is not None
                assert permit.lot is not None
                more = self.some_money(self.dice.randint(0, 20))
                more = more if permit.amount + more <= self.state.cash(seat) else 0
                auction = self.state.auction
                lots = {permit.lot: 1} if auction and auction.kind != "lot" else {}
                return c.Bid(by=seat, amount=permit.amount + more, lots=lots)
            case "claim":
                return c.Claim(by=seat, lot=permit.lot)
            case "build" | "sell" | "want":
                assert permit.lot is not None
                lots = dict(permit.lots) or {permit.lot: 1}
                return c.command_from({"do": permit.do, "by": seat, "lots": lots})
            case "mortgage" | "redeem":
                assert permit.lot is not None
                turned = c.Mortgage if permit.do == "mortgage" else c.Redeem
                return turned(by=seat, lots=(permit.lot,))
            case "offer":
                return self.wild_offer(seat, pick_other(self.dice, self.state, seat))
            case "pay":
                return c.PayDebt(by=seat, to="bank" if permit.other is None else permit.other)
            case "choose":
                return c.Choose(by=seat, option=self.dice.choice(permit.options), lot=permit.lot)
            case _:
                return self.asked_for(seat, permit.do)

    def asked_for(self, seat: Seat, word: str) -> c.AnyCommand:
        """Return the command that *word* names, by *seat*."""
        fields: dict[str, Any] = {"do": word, "by": seat}
        if word == "roll":
            fields |= {"dice": self.two_dice(), "speed": self.speed_die(seat)}
        elif word == "first-roll":
            fields["dice"] = self.two_dice()[: self.state.rules.first_roll_dice]
        elif word == "draw":
            fields["card"] = self.card()
        elif word == "bid":
            fields["amount"] = self.dice.randint(0, 300)
        return c.command_from(fields)

    def some_money(self, dollars: int) -> int:
        """Return an amount as it is in this edition, of notes that there are."""
        rules = self.edition.parameters
        scale = max(1, self.edition.starting_cash_of(len(self.state.seats)) // 1500)
        return dollars * scale // rules.smallest_amount * rules.smallest_amount

    def deal(self) -> c.Deal:
        """Return deeds at random, so many as are due to each."""
        lots = [lot.index for lot in self.state.owned(None)]
        self.dice.shuffle(lots)
        number = self.edition.dealt_deeds_of(len(self.state.seats))
        hands = {
            seat: tuple(lots[n * number :][:number]) for n, seat in enumerate(self.state.playing)
        }
        return c.Deal(lots=hands)

    def speed_die(self, seat: Seat) -> SpeedFace | None:
        """Return a face of the speed die, where *seat* throws it now."""
        rent = self.state.rent_roll
        due = is_thrown(self.state, seat) if rent else is_thrown_to_move(self.state, seat)
        return self.dice.choice(get_args(SpeedFace)) if due else None

    def two_dice(self) -> tuple[int, int]:
        """Return a roll; doubles come more often than from real dice."""
        one = self.dice.randint(1, 6)
        return one, one if self.dice.random() < 0.2 else self.dice.randint(1, 6)

    def card(self) -> str:
        """Return a card of the deck that is due, not held by anybody, or any card."""
        due = self.state.draw
        cards = [card.id for card in self.edition.cards if due is None or card.deck == due.deck]
        return self.dice.choice([card for card in cards if card not in self.state.holds])

    def wild_command(self) -> c.AnyCommand:
        """Return a well-formed command that may make no sense at all."""
        pick, by = self.dice, Seat(self.dice.choice((*self.state.seats, 5)))
        lots = {Space(pick.randint(0, 39)): pick.randint(1, 5) for _ in range(pick.randint(1, 3))}
        amount = pick.choice((0, 1, pick.randint(0, 500), 10**9))
        wild: tuple[c.AnyCommand, ...] = (
            c.FirstRoll(by=by, dice=pick.choice((self.two_dice(), (3,)))),
            c.Roll(by=by, dice=self.two_dice(), speed=pick.choice((None, None, 1, "bus", "mr"))),
            c.Buy(by=by),
            c.Decline(by=by),
            c.Bid(by=by, amount=amount),
            c.Pass(by=by),
            c.Hammer(),
            c.Claim(by=by, lot=pick.choice((None, *lots))),
            c.Draw(by=by, card=pick.choice((self.card(), "chance/none"))),
            c.Choose(by=by, option=pick.choice(OPTIONS)),
            c.JailPay(by=by),
            c.JailCard(by=by),
            c.Build(by=by, lots=lots),
            c.Sell(by=by, lots=lots),
            c.Want(by=by, lots=pick.choice((lots, {}))),
            c.Mortgage(by=by, lots=tuple(lots)),
            c.Redeem(by=by, lots=tuple(lots)),
            c.PayDebt(by=by, to=pick.choice((None, Seat(pick.randint(0, 5))))),
            c.End(by=by),
            c.Bankrupt(by=by),
            c.Deal(lots=dict.fromkeys(self.state.seats, tuple(lots))),
            c.Fine(player=by, reason="out-of-turn"),
            c.TimeUp() if pick.random() < 0.1 else c.Hammer(),
            self.wild_offer(by),
            c.Accept(by=by),
            c.Reject(by=by),
            self.wild_late_entry(by, amount),
            c.TakeOver(turn=by, at={by: Space(pick.randint(0, 39))}, owner=dict.fromkeys(lots, by)),
            self.wild_deed(),
            self.wild_correction(lots),
        )
        return pick.choice(wild if pick.random() < 0.5 else wild[:-1])

    def wild_late_entry(self, by: Seat, amount: int) -> c.BookLate:
        """Return a payment between two parties at random, with a reason or without."""
        parties: tuple[Seat | Literal["bank"], ...] = (
            by,
            "bank",
            self.dice.choice(self.state.seats),
        )
        return c.BookLate(
            payer=self.dice.choice(parties),
            payee=self.dice.choice(parties),
            amount=min(max(amount, 1), 500),
            why=self.dice.choice(("agreed", "agreed", "agreed", " ")),
        )

    def wild_offer(self, by: Seat, other: Seat | None = None) -> c.Offer:
        """Return an offer of what the two may have, or not."""
        pick = self.dice
        to: Seat | Literal["bank"] = "bank"
        if other is not None or pick.random() < 0.9:
            to = pick.choice(self.state.seats) if other is None else other
        return c.Offer(
            by=by,
            to=to,
            give=self.goods_of(by),
            take=self.goods_of(to) if pick.random() < 0.7 else c.NamedGoods(),
            promise="next time" if pick.random() < 0.05 else "",
        )

    def goods_of(self, seat: Seat | Literal["bank"]) -> c.NamedGoods:
        """Return a little of what a player has, mostly."""
        pick = self.dice
        owned = [lot.index for lot in self.state.owned(None if seat == "bank" else seat)]
        lots = pick.sample(owned, min(len(owned), pick.randint(0, 2)))
        lots += [Space(pick.randint(0, 39))] if pick.random() < 0.05 else []
        cards = [card for card in self.state.holds if self.state.holds[card] == seat]
        decks = tuple(card.split("/")[0] for card in cards)
        cash = self.some_money(pick.choice((0, 0, 10, 100)))
        return c.NamedGoods(cash=cash, lots=tuple(lots), cards=decks)

    def wild_deed(self) -> c.CorrectDeed:
        """Return a deed with one or two figures at random, of which its kind may have none."""
        pick = self.dice
        space = pick.choice(self.state.edition.lots)
        step = self.state.rules.smallest_amount
        rents = tuple(sorted(rent + step * pick.randint(-1, 9) for rent in space.rents))
        whole: dict[str, Any] = {
            "price": space.price + step * pick.randint(-9, 9),
            "mortgage": space.mortgage + step * pick.randint(-9, 9),
            "house_cost": (space.house_cost or 50) + step * pick.randint(-5, 9),
            "rents": rents,
            "dice_multiples": tuple(times + pick.randint(0, 2) for times in space.dice_multiples),
        }
        named = pick.sample(sorted(whole), pick.randint(1, 2))
        fields = {name: whole[name] for name in named}
        return c.CorrectDeed(lot=space.index, why=pick.choice(("", "test")), **fields)

    def wild_correction(self, lots: dict[Space, int]) -> c.Correct:
        """Return a correction of two or three things at random."""
        pick = self.dice
        seats = [Seat(pick.randint(0, 3)) for _ in range(2)]
        whole: dict[str, Any] = {
            "cash": {seat: pick.randint(0, 900) for seat in seats},
            "at": {seat: Space(pick.randint(0, 39)) for seat in seats},
            "owner": dict.fromkeys(lots, pick.choice((None, *seats))),
            "mortgaged": {lot: bool(pick.getrandbits(1)) for lot in lots},
            "buildings": dict(lots),
            "jailed": {seat: pick.choice((None, 0, 2)) for seat in seats},
            "holds": {seats[0]: pick.choice(((), ("chance",), ("chest", "chance")))},
            "laps": {seats[0]: pick.randint(0, 9)},
            "bank": {pick.choice(("houses", "hotels", "castles")): pick.randint(0, 40)},
        }
        named = pick.sample(sorted(whole), pick.randint(1, 3))
        return c.Correct(why=pick.choice(("", "test")), **{name: whole[name] for name in named})
