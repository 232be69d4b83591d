"""What older companions recorded is applied as it stands, also where it would be refused today."""

from functools import reduce

from companion.editions.load import load_edition
from companion.game.apply import apply
from companion.game.commands import Correct, Hammer, Redeem
from companion.game.events import AnyEvent, AuctionOpened, BidMade, BidVoided, Redeemed
from companion.game.refusals import Refusal
from companion.game.state import blank, fingerprint
from companion.rules import decide
from companion.rules.setup import begin
from companion.words import RuleKey, Seat, Space

ANN, BOB = Seat(0), Seat(1)
RULE = RuleKey("auction/raise")
FIVE, SIX = Space(5), Space(6)


def test_a_leader_who_spent_the_bid_did_so_and_lost_it() -> None:
    """The fingerprints are those that version 3 gave after each of these events."""
    edition = load_edition("ru-2004")
    state = reduce(apply, begin(edition, ("Ann", "Bob"), first_roll=False), blank(edition))
    set_up = decide(
        state, Correct(why="so", cash={BOB: 120}, owner={FIVE: BOB}, mortgaged={FIVE: True})
    )
    assert not isinstance(set_up, Refusal)
    state = reduce(apply, set_up, state)
    told: tuple[AnyEvent, ...] = (
        AuctionOpened(lot=SIX, bidders=(ANN, BOB), because=RULE),
        BidMade(seat=ANN, amount=20, lot=SIX, because=RULE),
        BidMade(seat=BOB, amount=60, lot=SIX, because=RULE),
        Redeemed(
            seat=BOB,
            lot=FIVE,
            value=100,
            interest=10,
            facts={"base": 100, "rate": "0.1", "from": "mortgage"},
            because=RULE,
        ),
        BidVoided(seat=BOB, because=RULE),
    )
    prints = []
    for event in told:
        if isinstance(event, Redeemed):
            refusal = decide(state, Redeem(by=BOB, lots=(FIVE,)))
            assert isinstance(refusal, Refusal)
            assert refusal.code == "bid-bound"
        state = apply(state, event)
        prints.append(fingerprint(state))
    assert prints == [
        *("b1031f7ca0e1a29c", "3c55ea24dfa3b7c1", "50d67db309dcd904"),
        *("d5c68dc7cdeb039f", "72c681b7b990b1e0"),
    ]
    assert (state.cash(BOB), state.auction and state.auction.leader) == (10, None)
    assert not isinstance(decide(state, Hammer()), Refusal)
