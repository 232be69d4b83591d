"""Rent: how much, who may ask for it, and until when."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.editions.effects import AdvanceNearest
from companion.editions.model import BOARD_SIZE
from companion.game.commands import Claim
from companion.game.events import (
    Facts,
    NothingDue,
    RentClaimed,
    RentLapsed,
    RentOpened,
    RentSettled,
    RolledForRent,
)
from companion.game.state import GameState, Rent
from companion.rules.citing import cites
from companion.rules.money import charge
from companion.rules.moving import nothing_due
from companion.rules.obstacles import MOVES_BY
from companion.rules.play import Outcome, Play, cannot_act, key, keys, refuse, told_of_first_rounds
from companion.rules.registry import rule
from companion.rules.speed_die import total
from companion.rules.tariff import tariff_of
from companion.words import Money, Seat, Space, SpeedFace


@rule("rent/due", "rent/fixed-at-landing", "turn/own-lot")
def open_rent(
    play: Play, visitor: Seat, lot: Space, *, card: str | None = None, multiple: int | None = None
) -> None:
    """Open the rent that a visitor's stop makes due; amount and owner are fixed now.

    Args:
        play: what has happened so far.
        visitor: who stopped.
        lot: where.
        card: the card that led there, if one did.
        multiple: the card's own multiple of the rent, or of a new roll for a utility.
    """
    state = play.state
    owner = state.lots[lot].owner
    why_none = _why_no_rent(state, visitor, lot)
    if owner is None or why_none:
        nothing_due(play, visitor, why_none[0])
        return
    tariff = tariff_of(state, lot, by_card=card is not None, multiple=multiple)
    needs_claim = state.rules.rent_needs_claim
    play.tell(
        RentOpened(
            visitor=visitor,
            owner=owner,
            lot=lot,
            amount=tariff.amount,
            multiple=tariff.multiple,
            claimed=not needs_claim,
            facts={"lot": lot, **tariff.facts, **({"card": card} if card else {})},
            because=key("rent/due"),
            also=keys(*tariff.rules, *_told_of_opening(state, lot, owner)),
        )
    )
    if not needs_claim and tariff.amount is not None:
        settle(play, play.state.rents[-1])


def _told_of_opening(state: GameState, lot: Space, owner: Seat) -> Iterator[str]:
    yield "rent/fixed-at-landing"
    if state.players[owner].jailed is not None:
        yield "jail/collects-rent"
    if state.lots[lot].mortgaged:
        yield "rent/mortgaged"
    yield from told_of_first_rounds(state, owner)
    if not state.rules.rent_needs_claim:
        yield "rent/claim"
    yield "turn/space-decides"


@rule("rent/mortgaged", "jail/collects-rent", "turn/own-lot", "mortgage/stays-owned")
def _why_no_rent(state: GameState, visitor: Seat, lot: Space) -> tuple[str, ...]:
    """Return the rules by which a stop on an owned lot costs nothing, or none if it does."""
    held, rules = state.lots[lot], state.rules
    assert held.owner is not None
    stays = ("mortgage/stays-owned",) if held.mortgaged else ()
    if held.owner == visitor:
        return ("turn/own-lot", *stays)
    if held.mortgaged and not rules.rent_on_mortgaged:
        return ("rent/mortgaged", *stays)
    imprisoned = state.players[held.owner].jailed is not None
    return ("jail/collects-rent",) if imprisoned and not rules.jail_collects_rent else ()


@cites(NothingDue, "turn/own-lot", "rent/mortgaged")
def _nothing_due(state: GameState, event: NothingDue) -> Iterator[str]:
    if state.lots[event.space].mortgaged:
        yield "mortgage/stays-owned"
    yield "turn/space-decides"


def is_due(state: GameState, visitor: Seat, lot: Space) -> bool:
    """Return whether a stop of *visitor* on *lot* makes a rent due."""
    return state.lots[lot].owner is not None and not _why_no_rent(state, visitor, lot)


def rent_ahead(state: GameState, visitor: Seat, roll: int) -> tuple[Space, Money] | None:
    """Return the lot that *roll* spaces ahead would cost *visitor* rent now, and how much.

    None where nothing would be due, or where another roll would fix the amount.
    """
    lot = Space((state.players[visitor].at + roll) % BOARD_SIZE)
    if lot not in state.lots or not is_due(state, visitor, lot):
        return None
    arrived = replace(state, turn=replace(state.turn, dice=(roll, 0), speed=None))
    amount = tariff_of(arrived, lot, by_card=False, multiple=None).amount
    return None if amount is None else (lot, amount)


@rule("rent/claim", "station/claim", "utility/claim", "rent/several", "rent/claimed-stays-due")
@rule("rent/own-next-roll")
def claim(state: GameState, command: Claim) -> Outcome:
    """Turn a claim made in time into a payment, a debt, or a roll for the rent."""
    refusal = cannot_act(state, command.by)
    if refusal:
        return refusal
    opened, rent = _claimed(state, command.by, command.lot)
    if opened is None or rent is None:
        late = state.was_missed(command.by, command.lot)
        told = ("rent/who-closes",) if late else _told_of_none(state, command)
        lot = command.lot
        if lot is not None and lot in state.lots:
            told = (*told, *_claim_told(state, lot))
        return refuse("claim-too-late" if late else "nothing-to-claim", "rent/claim", *told)
    play = Play(state)
    play.tell(
        RentClaimed(
            owner=rent.owner,
            landlord=opened.owner if opened.owner != rent.owner else None,
            visitor=rent.visitor,
            lot=rent.lot,
            amount=rent.amount,
            multiple=rent.multiple,
            facts=rent.facts,
            because=key("rent/claim"),
        )
    )
    if rent.amount is not None:
        settle(play, rent)
    return play


@cites(RentClaimed)
def _claimed_in_time(state: GameState, event: RentClaimed) -> Iterator[str]:
    yield from _claim_told(state, event.lot)
    if not state.rules.rent_needs_claim:
        yield "rent/claimed-stays-due"  # overlooked when it was due
    if state.players[event.visitor].at != event.lot or _asked_where(state):
        yield "rent/own-next-roll"  # gone on by a further roll, perhaps to jail
    if len(state.rents) > 1:
        yield "rent/several"
    if state.auction is not None:
        yield "auction/keeps-claims-open"


def _told_of_none(state: GameState, command: Claim) -> tuple[str, ...]:
    """Return why the last stop, or one on the lot named, makes nothing due to who claims."""
    visitor = state.turn.seat
    at = state.players[visitor].at
    lot = at if command.lot is None else command.lot
    if lot not in state.lots or state.lots[lot].owner != command.by:
        return ()
    return _why_no_rent(state, visitor, lot)


def claimable(state: GameState, owner: Seat, lot: Space | None = None) -> Rent | None:
    """Return the oldest rent that *owner* may claim now (of *lot*, if named), as it stands."""
    return _claimed(state, owner, lot)[1]


def _claimed(
    state: GameState, owner: Seat, lot: Space | None
) -> tuple[Rent, Rent] | tuple[None, None]:
    """Return the rent that *owner* may claim now twice: as it was opened, and as it stands."""
    for rent in state.rents:
        if not rent.claimed and lot in (None, rent.lot):
            now = _as_it_stands(state, rent)
            if now is not None and now.owner == owner:
                return rent, now
    return None, None


def open_rents(state: GameState) -> tuple[Rent, ...]:
    """Return the rents that are open, oldest first, each as it stands now."""
    standing = (rent if rent.claimed else _as_it_stands(state, rent) for rent in state.rents)
    return tuple(rent for rent in standing if rent is not None)


@rule("rent/fixed-at-landing")
def _as_it_stands(state: GameState, rent: Rent) -> Rent | None:
    """Return an open rent as fixed at the landing, or reckoned by the board as it is now."""
    if state.rules.rent_fixed_at == "landing":
        return rent
    owner = state.lots[rent.lot].owner
    if owner is None or not is_due(state, rent.visitor, rent.lot):
        return None
    multiple = _multiple_of(state, rent.facts.get("card"))
    tariff = tariff_of(state, rent.lot, by_card="card" in rent.facts, multiple=multiple)
    stop = {name: fact for name, fact in rent.facts.items() if name in ("lot", "card")}
    amount = tariff.amount
    facts: Facts = {**stop, **tariff.facts}
    if state.edition.space(rent.lot).kind == "utility" and rent.amount is not None:
        dice = rent.facts.get("dice")  # of the arrival, perhaps not the last roll
        amount = rent.amount if dice is None else int(tariff.facts["multiplier"]) * int(dice)
        facts = rent.facts if dice is None else {**facts, "dice": dice}
    return replace(
        rent,
        owner=owner,
        amount=amount,
        multiple=tariff.multiple,
        also=keys(*tariff.rules, "rent/fixed-at-landing"),
        facts=facts,
    )


def _multiple_of(state: GameState, card_id: int | str | None) -> int | None:
    """Return the multiple that the card which led to a lot names, if it does."""
    card = state.edition.card(str(card_id)) if card_id else None
    effect = card.effect if card else None
    return effect.multiple if isinstance(effect, AdvanceNearest) else None


def settle(play: Play, rent: Rent) -> None:
    """Let a claimed rent be paid, or become a debt; it is then off the list."""
    assert rent.amount is not None
    covered = play.state.cash(rent.visitor) >= rent.amount
    charge(
        play,
        rent.visitor,
        rent.owner,
        rent.amount,
        reason="rent",
        because=rent.because,
        also=rent.also if covered else keys(*rent.also, "rent/settled-at-once"),
        facts=rent.facts,
    )
    play.tell(
        RentSettled(owner=rent.owner, visitor=rent.visitor, lot=rent.lot, because=key("rent/due"))
    )


@rule("rent/who-closes", "rent/owner-rolls-next")
def close_claims(play: Play, roller: Seat) -> None:
    """Let unclaimed rents lapse, *roller* beginning a turn; a rent that needs no claim stays."""
    if play.state.rules.rent_needs_claim:
        lapse_rents(play, roller)


@rule("rent/no-reminder")
def lapse_rents(play: Play, roller: Seat | None = None) -> None:
    """Let every rent lapse that nobody has claimed."""
    for rent in play.state.rents:
        if not rent.claimed:
            rolls_next = keys("rent/owner-rolls-next") if rent.owner == roller else ()
            play.tell(
                RentLapsed(
                    owner=rent.owner,
                    visitor=rent.visitor,
                    lot=rent.lot,
                    because=key("rent/claim"),
                    also=rolls_next,
                )
            )


@cites(RentLapsed)
def _lapsed(state: GameState, event: RentLapsed) -> Iterator[str]:
    yield from _claim_told(state, event.lot)
    yield from ("rent/who-closes", "rent/no-reminder")


@rule("doubles/other-rolls", "utility/visitor-rolls")
def roll_for_rent(
    state: GameState, rent: Rent, dice: tuple[int, int], speed: SpeedFace | None
) -> Outcome:
    """Pay a claimed rent by the roll that it waited for; nothing moves, no double counts."""
    play = Play(state)
    rolled = total(dice, speed)
    by_card = "card" in rent.facts
    play.tell(
        RolledForRent(
            seat=rent.visitor,
            dice=dice,
            speed=speed,
            owner=rent.owner,
            lot=rent.lot,
            amount=rent.multiple * rolled,
            facts={**rent.facts, "dice": rolled},
            because=key("utility/roll-after-card" if by_card else "utility/fresh-roll"),
        )
    )
    settled = next(
        now
        for now in play.state.rents
        if (now.owner, now.lot) == (rent.owner, rent.lot) and now.claimed
    )
    settle(play, settled)
    return play


@cites(RolledForRent)
def _rolled_for_rent(_state: GameState, event: RolledForRent) -> Iterator[str]:
    yield from ("doubles/other-rolls", "utility/visitor-rolls")
    if event.speed is not None:
        yield "variant/speed-die-utility"


def _asked_where(state: GameState) -> bool:
    """Return whether the player on turn has rolled once more and says now where to."""
    return state.choice is not None and state.choice.about in MOVES_BY


def _claim_told(state: GameState, lot: Space) -> tuple[str, ...]:
    """Return what a book says of claims for a station or a utility in a paragraph of its own."""
    kind = state.edition.space(lot).kind
    return () if kind == "street" else (f"{kind}/claim",)
