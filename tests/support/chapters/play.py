"""A game as it goes: turns, purchases, auctions, rents, debts, trades, and its end."""

from collections.abc import Iterator

from companion.editions.load import load_edition
from companion.game.commands import (
    Accept,
    Bankrupt,
    Bid,
    Buy,
    Claim,
    Decline,
    Draw,
    End,
    Hammer,
    JailPay,
    NamedGoods,
    Offer,
    Pass,
    Roll,
    TimeUp,
)
from companion.table.clocks.commands import SetPace
from companion.words import Seat, Space
from tests.support.chapters.company import ANN, BEN, CROWD, CY, DEE, Company, Look


def turns(at: Company) -> Iterator[Look]:
    """A first turn, a deed to buy, an auction to its end, jail and a card."""
    at.begin()
    at.says(SetPace(pace="slow"))
    yield at.at(ANN, "my turn")
    yield at.at(ANN, "my turn: type the dice", opened="#type-dice summary")
    yield at.at(BEN, "waiting")
    yield at.screen("table: a turn")
    at.room.play(Roll(by=ANN, dice=(1, 2)))
    yield at.at(ANN, "purchase")
    yield at.at(BEN, "purchase of another")
    yield at.screen("table: purchase")
    yield at.bankers("banker: purchase")
    at.room.play(Decline(by=ANN))
    yield at.at(BEN, "auction: open")
    yield at.screen("table: auction open")
    at.room.play(Bid(by=BEN, amount=at.money(20)))
    yield at.at(BEN, "auction: my bid")
    yield at.at(CY, "auction: a bid")
    yield at.at(CY, "auction: another amount", opened="#other-bid summary")
    yield at.screen("table: auction with a bid")
    yield at.anybodys("look on: auction", "/watch")
    at.room.play(Pass(by=CY))
    yield at.at(CY, "auction: passed")
    at.room.play(Hammer())
    yield at.at(ANN, "auction over")
    yield at.screen("table: auction over")
    at.given(at={BEN: Space(4)}, cash={BEN: at.money(1300)})
    at.room.play(Roll(by=BEN, dice=(1, 2)))
    yield at.at(BEN, "a card to draw")
    yield at.screen("table: a card to draw")
    at.room.play(Draw(by=BEN, card=at.card()))
    yield at.at(BEN, "a drawn card")
    yield at.at(CY, "a card of another")
    yield at.screen("table: a drawn card")


def jail(at: Company) -> Iterator[Look]:
    """In jail, out of it; on a tax; a card kept."""
    at.begin()
    at.given(jailed={ANN: 0}, holds={ANN: ("chance",)}, at={BEN: Space(1)})
    yield at.at(ANN, "in jail")
    yield at.at(BEN, "another in jail")
    yield at.screen("table: jail")
    at.room.play(JailPay(by=ANN), Roll(by=ANN, dice=(5, 3)))
    yield at.at(ANN, "out of jail")
    at.room.play(Buy(by=ANN))
    at.room.ask(End(by=ANN))
    at.room.play(Roll(by=BEN, dice=(1, 2)))
    yield at.at(BEN, "a tax")


def rents(at: Company) -> Iterator[Look]:
    """A rent is claimed; one is missed; deeds are built on and mortgaged."""
    at.begin()
    at.given(
        owner=at.owns(ann=(1, 3, 6, 8, 9, 5, 12), ben=(11, 13, 15)),
        buildings={Space(1): 2, Space(3): 2, Space(6): 4, Space(8): 4, Space(9): 5},
        mortgaged={Space(12): True, Space(15): True},
        at={BEN: Space(0)},
    )
    yield at.at(ANN, "my turn, with deeds")
    yield at.at(CY, "waiting: what may come")
    yield at.at(ANN, "deeds", "/seat/deeds")
    yield at.at(CY, "deeds: none", "/seat/deeds")
    yield at.at(ANN, "one deed", "/seat/deed/6")
    at.room.play(Roll(by=ANN, dice=(6, 4)))
    at.room.ask(End(by=ANN))
    at.room.play(Roll(by=BEN, dice=(2, 1)))
    yield at.at(ANN, "a rent to claim")
    yield at.at(BEN, "a rent that may be claimed")
    yield at.screen("table: a rent to claim")
    at.room.play(Claim(by=ANN))
    yield at.at(ANN, "a rent claimed")
    yield at.at(BEN, "a rent paid")
    yield at.at(BEN, "why: a rent", f"/why/{at.room.table.view.seq}")
    yield at.at(BEN, "what if", f"/what-if/{at.room.table.view.seq - 1}")
    supposed = f"/what-if/{at.room.table.view.seq - 1}?dice-0=2&dice-1=3"
    yield at.at(BEN, "what if: other dice", supposed)
    yield at.at(ANN, "why: a balance", "/why/cash/0")
    yield at.at(ANN, "my story", "/seat/story")
    yield at.at(ANN, "my statement", "/seat/statement")
    yield at.anybodys("the story to print", "/story")
    yield at.anybodys("look on", "/watch")
    yield at.bankers("act for somebody", "/seats/0")
    yield at.bankers("act for somebody: deeds", "/seats/0/deeds")
    yield at.bankers("act for somebody: a deed", "/seats/0/deed/6")
    yield at.bankers("act for somebody: trade", "/seats/0/trade")
    yield at.bankers("act for somebody: raise", "/seats/0/raise")
    yield at.bankers("act for somebody: story", "/seats/0/story")
    yield at.bankers("act for somebody: statement", "/seats/0/statement")


def debts(at: Company) -> Iterator[Look]:
    """A debt, the plan to raise it, bankruptcy, and the end of a game of two."""
    at.begin("Ann", "Ben")
    at.given(
        owner=at.owns(ben=(39,), ann=(5, 6, 15, 1)),
        cash={ANN: at.money(10)},
        at={ANN: Space(32)},
    )
    at.room.play(Roll(by=ANN, dice=(3, 4)), Claim(by=BEN))
    yield at.at(ANN, "a debt")
    yield at.at(ANN, "a debt: give up", opened="#give-up summary")
    yield at.at(ANN, "raise the money", "/seat/raise")
    yield at.at(ANN, "deeds in debt", "/seat/deeds")
    yield at.at(BEN, "a debt of another")
    yield at.screen("table: a debt")
    at.given(mortgaged=dict.fromkeys(map(Space, (5, 6, 15, 1)), True))
    yield at.at(ANN, "a debt that cannot be paid")
    at.room.play(Bankrupt(by=ANN))
    yield at.at(ANN, "bankrupt")
    yield at.at(BEN, "won")
    yield at.screen("table: won, of two")
    yield at.bankers("banker: the game is over")
    yield at.bankers("once more", "/banker/game/again")
    yield at.at(BEN, "why: won", f"/why/{at.room.table.view.seq}")


def bankruptcy(at: Company) -> Iterator[Look]:
    """One of four is bankrupt, and the others go on."""
    at.begin()
    at.given(owner=at.owns(ben=(39,), ann=(5, 15)), cash={ANN: 0}, at={ANN: Space(32)})
    at.given(mortgaged={Space(5): True, Space(15): True})
    at.room.play(Roll(by=ANN, dice=(3, 4)), Claim(by=BEN), Bankrupt(by=ANN))
    yield at.at(ANN, "bankrupt: out of the game")
    yield at.at(BEN, "bankrupt: who gets it")
    yield at.at(CY, "bankrupt: another")
    yield at.screen("table: a bankruptcy")
    yield at.bankers("banker: one is out")


def trades(at: Company) -> Iterator[Look]:
    """An offer is made, seen, changed, accepted."""
    at.begin()
    at.given(
        owner=at.owns(ann=(1, 3, 6), ben=(5, 39, 37)),
        buildings={Space(1): 1},
        mortgaged={Space(5): True},
        holds={BEN: ("chance",)},
    )
    yield at.at(ANN, "trade: with whom", "/seat/trade")
    yield at.at(ANN, "trade: compose", "/seat/trade?with=1")
    give, take = NamedGoods(cash=at.money(100), lots=(Space(6),)), NamedGoods(lots=(Space(5),))
    at.room.play(Offer(by=ANN, to=BEN, give=give, take=take))
    yield at.at(ANN, "trade: offer sent", "/seat/trade")
    yield at.at(BEN, "trade: offer got")
    yield at.at(BEN, "trade: offer got, Trade", "/seat/trade")
    yield at.at(BEN, "trade: change it", "/seat/trade?with=0&change=1")
    yield at.at(CY, "trade: of others")
    yield at.screen("table: an offer")
    at.room.play(Offer(by=BEN, to=ANN, give=take, take=NamedGoods(cash=at.money(200))))
    yield at.at(ANN, "trade: offer changed")
    at.room.play(Accept(by=ANN))
    yield at.at(ANN, "trade: done")
    yield at.at(BEN, "trade: why", f"/why/{at.room.table.view.seq}")


GROUPS: tuple[tuple[int, ...], ...] = (
    (1, 3),
    (6, 8, 9),
    (11, 13, 14),
    (16, 18, 19),
    (21, 23, 24),
    (26, 27, 29),
    (31, 32, 34),
    (37, 39),
)
OTHERS = (5, 15, 25, 35, 12, 28)


def crowd(at: Company) -> Iterator[Look]:
    """As many as may play, with long names, own all there is; then time is up."""
    most = load_edition(at.edition).parameters.players_max
    at.begin(*CROWD[:most], edition=at.edition)
    at.says(SetPace(pace="slow"))
    groups = {Space(lot): Seat(n) for n, kin in enumerate(GROUPS[:most]) for lot in kin}
    others = {Space(lot): Seat(n) for n, lot in enumerate(OTHERS[:most])}
    at.given(owner=groups | others, mortgaged=dict.fromkeys(others, True))
    yield at.at(ANN, "many: my turn")
    yield at.at(DEE, "many: waiting")
    yield at.at(CY, "many: a name without spaces")
    yield at.screen("table: many")
    yield at.at(ANN, "many: trade", "/seat/trade")
    yield at.at(ANN, "many: trade, compose", "/seat/trade?with=2")
    yield at.at(ANN, "many: deeds", "/seat/deeds")
    yield at.anybodys("many: look on", "/watch")
    yield at.anybodys("many: simulated table", "/simulated")
    yield at.bankers("many: banker")
    yield at.bankers("many: More", opened="summary")
    yield at.bankers("many: correct", "/banker/correct")
    yield at.bankers("many: set right", "/banker/set-right")
    yield at.bankers("many: late", "/banker/late")
    at.room.play(Roll(by=ANN, dice=(4, 6)))
    yield at.screen("table: many, just visiting")
    at.room.play(TimeUp())
    yield at.at(ANN, "ranking: won")
    yield at.at(BEN, "ranking: not won")
    yield at.screen("table: ranking")
    yield at.anybodys("ranking: look on", "/watch")
    yield at.anybodys("ranking: printed", "/story")
    yield at.at(BEN, "ranking: why", f"/why/{at.room.table.view.seq}")
    yield at.at(BEN, "many: statement", "/seat/statement")
