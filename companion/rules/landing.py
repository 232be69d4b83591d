"""What a space asks of the player who stops there."""

from companion.editions.model import BoardSpace
from companion.game.events import DrawDue, PurchaseOffered
from companion.rules import tax
from companion.rules.moving import nothing_due, to_jail
from companion.rules.parking import take_on_arrival, told_of_none
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
            also = keys("turn/space-decides")
            because = key("card/top-of-pile")
            play.tell(DrawDue(seat=seat, deck=space.kind, because=because, also=also))
        case "go-to-jail":
            to_jail(play, seat, because="jail/space")
        case "jail":
            nothing_due(play, seat, "jail/visiting")
        case "parking":
            if play.state.pot:
                take_on_arrival(play, seat)
            else:
                nothing_due(play, seat, "parking/nothing", *told_of_none(play.state.rules))
        case _:
            pass  # Go: its salary has been paid


@rule("purchase/first-right", "purchase/by-card", "purchase/first-lap")
def _offer(play: Play, seat: Seat, lot: BoardSpace, *, by_card: bool) -> None:
    told = ["turn/space-decides", "bank/owns-the-unsold"]
    told += [] if lot.kind == "street" else [f"purchase/{lot.kind}"]
    told += ["purchase/by-card"] if by_card else []
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
