"""Whole evenings by chance: tables that book late, fine, correct, take back, deal and give up."""

import copy
import random
from collections.abc import Iterator
from typing import Any, Literal, get_args

from msgspec.structs import replace

from companion.editions.load import load_edition
from companion.editions.model import BOARD_SIZE
from companion.errors import EditionError
from companion.game import commands as c
from companion.game.postings import HOTEL
from companion.game.refusals import Refusal
from companion.game.state import GameState
from companion.game.terms import Banker
from companion.ledger.entries import Unit
from companion.rules.asked import asked, may
from companion.rules.setup import why_banker_plays
from companion.rules.turn import roller
from companion.words import Seat, Space
from tests.support.games import RandomGame, Step
from tests.support.ways import some_house_rules, ways_to_play

Manners = Literal["wrong-token", "out-of-turn", "dice-off-table"]
Parties = Seat | Literal["bank"]

HOUSE_RULES = 4  # at most, that differ from the edition's own, beside the next
TELLING = (
    *(
        "bankrupt_to_player",
        "fine_amount",
        "hotel_downgrade_needs_houses",
        "hotel_sale_pays",
        "jail_card_for_last_fine",
    ),
    *("mortgage_requires_clear", "parking_jackpot", "rent_fixed_at", "rent_needs_claim"),
    *("sale_blocked_by_group_buildings", "several_creditors", "speed_die", "trade_when"),
    *("utility_by_card_rerolls", "utility_roll"),
)
"""Parameters that bring several things on the table at once."""
MANNERS: tuple[Manners, ...] = get_args(Manners)
RULINGS = (
    *("correct", "correct", "correct", "book-late", "book-late", "book-late"),
    *("deed", "deed", "fine", "fine", "offer", "offer", "offer", "leave", "time-up"),
)
"""What the banker is heard to say, the more often the oftener it stands here."""


class Evening(RandomGame):
    """A game of which edition, variants, house rules, people and all that happens hang on a seed.

    Beside what players do, the banker fines, books late, corrects and sets deeds right; steps are
    taken back; lots of one group have several owners, buildings are scarce and stand unevenly, cash
    is short.
    """

    def __init__(self, seed: int) -> None:
        pick = random.Random(seed)
        way, house = _way(pick)
        rules = load_edition(*way, house).parameters
        players = pick.randint(rules.players_min, min(rules.players_max, 6))
        self.named = f"Evening({seed}): {way} {house}"
        self._history: list[tuple[int, GameState]] = []
        super().__init__(
            pick.getrandbits(32),
            edition=way[0],
            variants=way[1],
            players=players,
            house=house,
            wild=pick.choice((0, 0.05, 0.15, 0.3)),
            banker=_banker(pick, way, house, players),
        )

    def set_up(self) -> None:
        """Begin as a box does, in the middle, or with a game that is taken over."""
        way = self.dice.random()
        if way < 0.25:
            return
        if way < 0.45:
            self._take_over()
            return
        if self.state.deal_due:
            self._take(self.deal())
        if way < 0.7:
            self.deal_groups()
        else:
            self._take(c.Correct(why="dealt", **self.situation()))

    def _take_over(self) -> None:
        """Go on with another table's game; if the box has not so much, with one without houses."""
        seats = self.state.seats
        out = tuple(s for s in seats[2:] if self.dice.random() < 0.2)
        playing = tuple(seat for seat in seats if seat not in out)
        named = self.situation(playing)
        turn = self.dice.choice(playing)
        step = self.take(c.TakeOver(turn=turn, out=out, **named))
        if isinstance(step.outcome, Refusal):
            self._take(c.TakeOver(turn=turn, out=out, **{**named, "buildings": {}}))

    def situation(self, playing: tuple[Seat, ...] = ()) -> dict[str, Any]:
        """Return how a table may stand: groups in one hand or several, built on here and there."""
        pick, state = self.dice, self.state
        playing = playing or state.playing
        owner: dict[Space, Seat | None] = {}
        families = dict.fromkeys(self.edition.family(lot.index) for lot in self.edition.lots)
        for family in families:
            hands = pick.choice(([None], [pick.choice(playing)], [*playing, None], [*playing]))
            owner |= {lot: pick.choice(hands) for lot in family}
        if pick.random() < 0.3:
            return self._builders(tuple(families), playing)
        levels = (*range(1, state.rules.houses_per_hotel + 1), HOTEL)
        streets = [lot for lot in owner if self.edition.space(lot).kind == "street"]
        built, pledged = pick.choice((0, 0.1, 0.4)), pick.choice((0, 0.2, 0.6))
        buildings = {
            lot: pick.choice(levels) if owner[lot] is not None and pick.random() < built else 0
            for lot in streets
        }
        mortgaged = {
            lot: held is not None and not buildings.get(lot) and pick.random() < pledged
            for lot, held in owner.items()
        }
        named = {"owner": owner, "buildings": buildings, "mortgaged": mortgaged}
        return named | self._people(playing) | self._bank()

    def _builders(
        self, families: tuple[tuple[Space, ...], ...], playing: tuple[Seat, ...]
    ) -> dict[str, Any]:
        """Return a table at which all would like to build, and the Bank has little left."""
        pick, top = self.dice, self.state.rules.houses_per_hotel
        owner: dict[Space, Seat | None] = {}
        buildings: dict[Space, int] = {}
        for family in families:
            owner |= dict.fromkeys(family, pick.choice(playing))
            if self.edition.space(family[0]).kind == "street":
                buildings |= dict.fromkeys(family, pick.choice((0, 0, 1, top, top, HOTEL)))
        named = {"owner": owner, "buildings": buildings, "mortgaged": dict.fromkeys(owner, False)}
        stocks = {"houses": pick.randint(0, 3), "hotels": pick.randint(0, 2)}
        rich = {seat: self.some_money(pick.randint(200, 2000)) for seat in playing}
        laps = dict.fromkeys(playing, 2)
        return {**named, **self._people(playing), "cash": rich, "laps": laps, "bank": stocks}

    def _people(self, playing: tuple[Seat, ...]) -> dict[str, Any]:
        """Return where players stand and what they have."""
        pick, rich = self.dice, self.dice.choice((0, 60, 300, 1500))
        jail = range(self.edition.parameters.jail_turns + 1)
        named: dict[str, Any] = {
            "cash": {seat: self.some_money(pick.randint(0, rich)) for seat in playing},
            "at": {seat: Space(pick.randint(0, 39)) for seat in playing},
            "laps": {seat: pick.randint(0, 3) for seat in playing},
        }
        if pick.random() < 0.3:
            named["jailed"] = {pick.choice(playing): pick.choice(jail)}
        if pick.random() < 0.4:
            named["holds"] = {pick.choice(playing): ("chance",), pick.choice(playing): ("chest",)}
        return named

    def _bank(self) -> dict[str, Any]:
        """Return what the Bank has left, and what lies on Free Parking."""
        pick = self.dice
        stocks = {kind: pick.randint(0, 4) for kind in ("houses", "hotels") if pick.random() < 0.4}
        pot = self.edition.parameters.parking_jackpot and pick.random() < 0.5
        return {"bank": stocks} | ({"pot": self.some_money(pick.randint(1, 90))} if pot else {})

    # ---- what happens

    def steps(self, count: int) -> Iterator[Step]:
        """Play *count* commands, some of which are taken back, perhaps even the last one."""
        for _ in range(count):
            if self.dice.random() < (0.5 if self.state.winners else 0.03):
                self.take_back(self.dice.randint(1, 5))
            if self.state.winners:
                return
            yield self.take(self.next_command())

    def take(self, command: c.AnyCommand) -> Step:
        """Ask the referee, and remember where the game was."""
        before = len(self.events), self.state
        step = super().take(command)
        if not isinstance(step.outcome, Refusal):
            self._history.append(before)
        return step

    def take_back(self, count: int) -> None:
        """Go back to before the last *count* steps that were accepted."""
        if self._history:
            kept = max(0, len(self._history) - count)
            length, self.state = self._history[kept]
            del self._history[kept:], self.events[length:]

    def next_command(self) -> c.AnyCommand:
        """Return a command of anybody: a player, or the banker."""
        pick, state = self.dice, self.state
        if pick.random() < (0.5 if state.deal_due else 0.08):
            return self.ruling()
        if state.offers and pick.random() < 0.4:
            return c.Accept(by=pick.choice(state.offers).to)
        if state.debts and pick.random() < 0.4:
            return self.payment() if pick.random() < 0.3 else self.obedient() or self.payment()
        if state.auction and state.auction.kind != "lot" and pick.random() < 0.3:
            return self.refund()
        if state.choice is not None and pick.random() < 0.4:
            return self.pledge(state.choice.seat)
        scarce = any(0 < state.supply(unit) < 4 for unit in (Unit.HOUSE, Unit.HOTEL))
        if pick.random() < (0.4 if state.wishes else 0.1 if scarce else 0.02):
            return self.rival()
        return super().next_command()

    def two_dice(self) -> tuple[int, int]:
        """Return a roll, often one that leads to where something happens."""
        if self.dice.random() < 0.6:
            return super().two_dice()
        at, seat = self.state.players[roller(self.state)].at, roller(self.state)
        rolls = [(one, two) for one in range(1, 7) for two in range(1, 7)]
        weights = [self._weight(seat, (at + sum(roll)) % BOARD_SIZE) for roll in rolls]
        return self.dice.choices(rolls, weights)[0]

    def _weight(self, seat: Seat, at: int) -> int:
        """Return how often to come to a space: where a roll or a card follows, more often."""
        space = self.edition.space(Space(at))
        if space.index in self.state.lots:
            held = self.state.lots[space.index]
            due = held.owner not in (None, seat) and not held.mortgaged
            return (20 if space.kind == "utility" else 6) if due else 1
        return 1 if space.kind in ("go", "jail") else 6

    def asked_for(self, seat: Seat, word: str) -> c.AnyCommand:
        """Return the command that *word* names, with the speed die sometimes a triple."""
        command = super().asked_for(seat, word)
        if isinstance(command, c.Roll) and isinstance(command.speed, int):
            triple = (command.speed, command.speed)
            return replace(command, dice=triple) if self.dice.random() < 0.3 else command
        return command

    def ruling(self) -> c.AnyCommand:
        """Return what the banker says for the table, or somebody who gives up."""
        pick, state = self.dice, self.state
        one = pick.choice(state.playing)
        match pick.choice(RULINGS):
            case "correct":
                return self.correction()
            case "deed":
                return self.wild_deed()
            case "book-late":
                return self.late_entry()
            case "fine":
                return c.Fine(player=one, reason=pick.choice(MANNERS))
            case "offer":
                return self.wild_offer(one, pick.choice(state.others(one)))
            case "leave":
                return c.Leave(by=one)
            case _:
                return c.TimeUp() if pick.random() < 0.15 else c.Hammer()

    def late_entry(self) -> c.BookLate:
        """Return a payment that the table agrees to, also of more than somebody has."""
        parties: tuple[Parties, ...] = ("bank", *self.state.playing)
        payer, payee = self.dice.sample(parties, 2)
        amount = self.some_money(self.dice.choice((1, 20, 200, 900))) or 1
        lot = self.dice.choice((None, self.dice.choice(self.edition.lots).index))
        return c.BookLate(payer=payer, payee=payee, amount=amount, lot=lot, why="agreed")

    def correction(self) -> c.Correct:
        """Return one or two things that the banker sets right, now and then the whole table."""
        pick, whole = self.dice, self.situation()
        if pick.random() < 0.1:
            return c.Correct(why="set right", **whole)
        named: dict[str, Any] = {}
        for name in pick.sample(sorted(whole), pick.randint(1, 2)):
            some = whole[name]
            named[name] = some
            if isinstance(some, dict) and some:
                keys = pick.sample(sorted(some), min(len(some), pick.randint(1, 2)))
                named[name] = {key: some[key] for key in keys}
        return c.Correct(why="set right", **named)

    def payment(self) -> c.AnyCommand:
        """Return a debtor's offer of property to a creditor, or a rash step of somebody."""
        debt = self.dice.choice(self.state.debts)
        other = self.dice.choice(self.state.others(debt.debtor))
        to = other if debt.creditor == "bank" else debt.creditor
        take = (
            c.NamedGoods(cash=self.some_money(100)) if self.dice.random() < 0.3 else c.NamedGoods()
        )
        return c.Offer(by=debt.debtor, to=to, give=self.goods_of(debt.debtor), take=take)

    def pledge(self, seat: Seat) -> c.AnyCommand:
        """Return the offer of a mortgaged lot to *seat*, by whom there is one, or a mortgage."""
        other = self.dice.choice(self.state.others(seat))
        owned = [lot.index for lot in self.state.owned(other)]
        pledged = [lot for lot in owned if self.state.lots[lot].mortgaged]
        if pledged:
            return c.Offer(by=other, to=seat, give=c.NamedGoods(lots=(self.dice.choice(pledged),)))
        lot = self.dice.choice(owned) if owned else None
        return c.Mortgage(by=other, lots=(lot,)) if lot is not None else super().next_command()

    def refund(self) -> c.AnyCommand:
        """Return the sale of a building while others bid for one."""
        sales = [
            (seat, permit)
            for seat in self.state.playing
            for permit in may(self.state, seat, "sell")
        ]
        return self.permitted(*self.dice.choice(sales)) if sales else super().next_command()

    def rival(self) -> c.AnyCommand:
        """Return somebody's wish for buildings, of which there may be too few."""
        wishing = {wish.seat for wish in self.state.wishes}
        others = [seat for seat in self.state.playing if seat not in wishing]
        seat = self.dice.choice(others or self.state.playing)
        lots = [permit.lot for permit in may(self.state, seat, "want") if permit.lot is not None]
        if not lots and self.dice.random() < 0.2:
            lots = [lot.index for lot in self.state.owned(seat) if lot.kind == "street"]
        if not lots:
            return super().next_command()
        some = self.dice.sample(lots, min(len(lots), self.dice.randint(0, 3)))
        return c.Want(by=seat, lots={lot: self.dice.randint(1, 3) for lot in some})

    # ---- how it could go on

    def copied(self) -> "Evening":
        """Return the same evening, to go on with in another way."""
        other = copy.copy(self)
        other.events, other._history = [], []
        other.dice = random.Random(len(self.events))
        return other

    def obedient(self) -> c.AnyCommand | None:
        """Return a command that brings the game on, as a table does that wants to get home."""
        state, wanted = self.state, asked(self.state)
        if state.auction is not None and not state.debts:
            return c.Hammer()
        if not wanted:
            return self.deal() if state.deal_due else None
        seat, words = min(wanted.items(), key=lambda item: "end" not in item[1])
        for word in ("end", "decline", "bankrupt", "pay", "choose", "draw", "first-roll", "roll"):
            permits = may(state, seat, word) if word in words else ()
            if permits:
                return self.permitted(seat, permits[0])
        raising = may(state, seat, "sell", "mortgage") if "pay" in words else ()
        return self.permitted(seat, raising[0]) if raising else None


def _way(pick: random.Random) -> tuple[tuple[str, tuple[str, ...]], dict[str, Any]]:
    """Return an edition with its variants, and house rules with which it can be played."""
    while True:
        way, house = pick.choice(ways_to_play()), some_house_rules(pick, HOUSE_RULES)
        house |= some_house_rules(pick, 3, TELLING)
        house |= {"utility_roll": "fresh"} if pick.random() < 0.2 else {}
        try:
            load_edition(*way, house)
        except EditionError:
            continue
        return way, house


def _banker(
    pick: random.Random, way: tuple[str, tuple[str, ...]], house: dict[str, Any], players: int
) -> Banker | None:
    """Return who keeps the Bank: a player, somebody apart where enough are there, or not said."""
    if pick.random() < 0.5:
        return None
    apart = why_banker_plays(load_edition(*way, house), players) is None
    return "apart" if apart else Seat(pick.randrange(players))
