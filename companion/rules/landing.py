"""What a space asks of the player who stops there."""

from collections.abc import Iterator

from companion.editions.model import BoardSpace
from companion.game.events import DrawDue, PurchaseOffered
from companion.game.state import GameState
from companion.rules import tax
from companion.rules.citing import always_cites, cites
from companion.rules.moving import nothing_due, to_jail
from companion.rules.parking import take_on_arrival
from companion.rules.play import Play, key, keys
from companion.rules.registry import rule
from companion.rules.rent import open_rent
from companion.words import Seat


@rule("turn/space-decides", "card/new-space-counts")
def land(play: Play, seat: Seat, *, card: str | None = None, multiple: int | None = None) -> None:
    """Open what the space under *seat*'s token asks for.

    Args:
        play: what has happened so far.
        seat: who stopped.
        card: the card that led there, if one did.
        multiple: the rent's multiple that this card names.
    """
    state = play.state
    space = state.edition.space(state.players[seat].at)
    lot = state.lots.get(space.index)
    if lot is None:
        _land_apart(play, seat, space)
    elif space.index in state.estate:
        nothing_due(play, seat, "bankruptcy/estate-auction")
    elif lot.owner is None:
        _offer(play, seat, space, by_card=card is not None)
    else:
        open_rent(play, seat, space.index, card=card, multiple=multiple)


@rule("parking/nothing", "jail/visiting")
def _land_apart(play: Play, seat: Seat, space: BoardSpace) -> None:
    """Let happen what a space brings that nobody can own."""
    match space.kind:
        case "tax":
            tax.fall_due(play, seat, space)
        case "chance" | "chest":
            play.tell(DrawDue(seat=seat, deck=space.kind, because=key("card/top-of-pile")))
        case "go-to-jail":
            to_jail(play, seat, because="jail/space")
        case "jail":
            nothing_due(play, seat, "jail/visiting")
        case "parking":
            if play.state.pot:
                take_on_arrival(play, seat)
            else:
                nothing_due(play, seat, "parking/nothing")
        case _:
            pass  # Go: its salary has been paid


always_cites(DrawDue, "turn/space-decides", because="card/top-of-pile")


@rule("purchase/first-right", "purchase/by-card", "purchase/first-lap")
def _offer(play: Play, seat: Seat, lot: BoardSpace, *, by_card: bool) -> None:
    told = ["purchase/by-card"] if by_card else []
    told += [] if play.state.players[seat].laps else ["purchase/first-lap"]
    play.tell(
        PurchaseOffered(
            seat=seat,
            lot=lot.index,
            price=lot.price,
            because=key("purchase/first-right"),
            also=keys(*told),
        )
    )


@cites(PurchaseOffered)
def _offered(state: GameState, event: PurchaseOffered) -> Iterator[str]:
    yield from ("turn/space-decides", "bank/owns-the-unsold")
    kind = state.edition.space(event.lot).kind
    if kind != "street":
        yield f"purchase/{kind}"
