"""The state answers questions, and its fingerprint tells any two states apart."""

from functools import reduce

from msgspec.structs import replace

from companion.editions.load import load_edition
from companion.game.apply import apply
from companion.game.events import Paid
from companion.game.state import GameState, Turn, blank, fingerprint
from companion.rules.setup import begin
from companion.words import RuleKey, Seat, Space


def new_game(edition_id: str = "ru-2004", *, players: int = 3, fine: int = 50) -> GameState:
    """Return a game just after setting up."""
    edition = load_edition(edition_id, (), {"jail_fine": fine})
    names = ("Ann", "Bob", "Cy", "Dee")[:players]
    return reduce(apply, begin(edition, names, first_roll=False), blank(edition))


def test_the_same_state_has_the_same_fingerprint() -> None:
    assert fingerprint(new_game()) == fingerprint(new_game())
    assert len(fingerprint(new_game())) == 16


def test_whatever_differs_changes_the_fingerprint() -> None:
    state = new_game()
    one_more = Paid(payer="bank", payee=Seat(0), amount=1, reason="card", because=RuleKey("x/y"))
    others = [
        new_game("us-classic"),
        new_game(players=2),
        new_game(fine=60),
        replace(state, turn=Turn(Seat(1))),
        replace(state, holds={"chance/jail-free": Seat(1)}),
        apply(state, one_more),
    ]
    assert len({fingerprint(other) for other in (state, *others)}) == 7


def test_others_are_told_from_the_left() -> None:
    state = new_game()
    assert state.others(Seat(1)) == (Seat(2), Seat(0))
    gone = replace(state.players[2], out=True)
    without = replace(state, players=(*state.players[:2], gone))
    assert without.others(Seat(1)) == (Seat(0),)
    assert without.after(Seat(1)) == Seat(0)


def test_a_group_belongs_to_somebody_only_as_a_whole() -> None:
    state = new_game()
    lots = {**state.lots}
    for lot in (16, 18):
        lots[Space(lot)] = replace(lots[Space(lot)], owner=Seat(0))
    assert not replace(state, lots=lots).owns_family(Seat(0), Space(16))
    lots[Space(19)] = replace(lots[Space(19)], owner=Seat(0))
    assert replace(state, lots=lots).owns_family(Seat(0), Space(16))


def test_applying_leaves_the_state_before_as_it_was() -> None:
    state = new_game()
    before = fingerprint(state)
    apply(state, Paid(payer=Seat(0), payee="bank", amount=9, reason="tax", because=RuleKey("x/y")))
    assert fingerprint(state) == before
