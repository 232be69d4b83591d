"""Free Parking: a place to rest, or one where a pot waits for the next to come."""

from collections.abc import Mapping

from companion.editions.parameters import Parameters
from companion.game.events import Feed, NothingDue, Paid
from companion.game.state import GameState
from companion.rules.citing import always_cites, cites
from companion.rules.play import Play, key, keys
from companion.rules.registry import rule
from companion.words import Seat

_FEEDS: Mapping[Feed, str] = {
    "taxes": "parking/pot-taxes",
    "repairs": "parking/pot-repairs",
    "fines": "parking/pot-fines",
}


@rule(
    "parking/pot",
    "parking/pot-taxes",
    "parking/pot-repairs",
    "parking/pot-fines",
    "parking/pot-nothing-else",
    "fine/to-bank",
)
def told_of(rules: Parameters, feed: Feed | None) -> tuple[str, ...]:
    """Return the rules that say whether a sum due to the Bank goes into the pot."""
    if rules.parking_jackpot:
        return ("parking/pot-nothing-else",) if feed is None else (_FEEDS[feed],)
    if feed is None:
        return ()
    return ("parking/pot", "fine/to-bank") if feed == "fines" else ("parking/pot",)


@rule("parking/nothing")
@cites(NothingDue, "parking/nothing")
def _nothing_there(state: GameState, _event: NothingDue) -> tuple[str, ...]:
    """Return why nothing is there to be taken."""
    why = "parking/pot-automatic" if state.rules.parking_jackpot else "parking/pot"
    return why, "turn/space-decides"


@rule("parking/pot-taken-on-arrival")
def take_on_arrival(play: Play, seat: Seat) -> None:
    """Give the pot to the player who has just stopped on Free Parking."""
    _take(play, seat, "parking/pot-taken-on-arrival")


@rule("parking/pot-taken-at-once", "parking/pot-first-to-arrive")
def take_at_once(play: Play) -> None:
    """Give what was just paid in to the player who stands there, the first of several."""
    there = play.state.parked
    if there:
        also = ("parking/pot-first-to-arrive",) if len(there) > 1 else ()
        _take(play, there[0], "parking/pot-taken-at-once", *also)


@rule("parking/pot-automatic")
def _take(play: Play, seat: Seat, because: str, *also: str) -> None:
    pot = play.state.pot
    if pot:
        play.tell(
            Paid(
                payer="pot",
                payee=seat,
                amount=pot,
                reason="pot",
                facts={"base": pot, "space": int(play.state.players[seat].at)},
                because=key(because),
                also=keys(*also),
            )
        )


always_cites(Paid, "parking/pot-automatic", because="parking/pot-taken-on-arrival")
always_cites(Paid, "parking/pot-automatic", because="parking/pot-taken-at-once")
