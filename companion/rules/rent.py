"""Rent: how much, who may ask for it, and until when."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.editions.effects import AdvanceNearest
from companion.editions.model import BoardSpace
from companion.game.commands import Claim
from companion.game.events import (
    RentClaimed,
    RentLapsed,
    RentOpened,
    RentSettled,
    RolledForRent,
)
from companion.game.postings import HOTEL
from companion.game.state import GameState, Rent
from companion.rules.money import charge
from companion.rules.moving import nothing_due
from companion.rules.play import Outcome, Play, cannot_act, key, keys, refuse, told_by_variants
from companion.rules.registry import rule
from companion.rules.speed_die import total
from companion.words import Money, Seat, Space, SpeedFace


class Tariff:
    """The rent of one stop, with the rules and the arithmetic that lead to it."""

    def __init__(self, amount: Money | None, rules: tuple[str, ...], **facts: int | str) -> None:
        self.amount, self.rules, self.facts = amount, rules, facts
        self.multiple = 0

    @classmethod
    def of_roll(cls, multiple: int, rules: tuple[str, ...], **facts: int | str) -> "Tariff":
        """Return the rent that is so many times a roll that is still to be made."""
        tariff = cls(None, rules, **facts, multiplier=multiple)
        tariff.multiple = multiple
        return tariff


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
        nothing_due(play, visitor, *why_none)
        return
    tariff = tariff_of(state, lot, by_card=card is not None, multiple=multiple)
    needs_claim = state.rules.rent_needs_claim
    unasked = () if needs_claim else ("rent/claim",)
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
            also=keys(
                *tariff.rules, *_told_of_owner(state, lot, owner), *unasked, "turn/space-decides"
            ),
        )
    )
    if not needs_claim and tariff.amount is not None:
        settle(play, play.state.rents[-1])


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


def is_due(state: GameState, visitor: Seat, lot: Space) -> bool:
    """Return whether a stop of *visitor* on *lot* makes a rent due."""
    return state.lots[lot].owner is not None and not _why_no_rent(state, visitor, lot)


def _told_of_owner(state: GameState, lot: Space, owner: Seat) -> Iterator[str]:
    yield "rent/fixed-at-landing"
    if state.players[owner].jailed is not None:
        yield "jail/collects-rent"
    if state.lots[lot].mortgaged:
        yield "rent/mortgaged"


def tariff_of(state: GameState, lot: Space, *, by_card: bool, multiple: int | None) -> Tariff:
    """Return the rent of a lot as the board stands now."""
    space = state.edition.space(lot)
    match space.kind:
        case "street":
            return street_tariff(state, space)
        case "station":
            return station_tariff(state, space, multiple or 1)
        case _:
            return utility_tariff(state, space, by_card=by_card, multiple=multiple)


@rule(
    "rent/deed",
    "rent/whole-group",
    "rent/built",
    "rent/beside-buildings",
    "rent/mortgage-in-group",
    "rent/beside-mortgage",
    "sale/buildings-stay",
)
def street_tariff(state: GameState, street: BoardSpace) -> Tariff:
    """Return a street's rent: by its buildings, or bare, and then more for the whole group."""
    held = state.lots[street.index]
    assert held.owner is not None
    whole = state.owns_family(held.owner, street.index)
    if held.level:
        further = [*told_by_variants(state, "rents")] if held.level == HOTEL else []
        further += [] if whole else ["sale/buildings-stay"]
        told = ("rent/deed", "rent/built", *further)
        return Tariff(street.rents[held.level], told, level=held.level)
    base, rules = street.rents[0], state.rules
    if not whole:
        return Tariff(
            base, ("rent/deed", *_beside(state, street, "rent/beside-mortgage")), base=base
        )
    if state.family_mortgaged(street.index) and not rules.group_rent_doubles_when_mortgaged:
        return Tariff(base, ("rent/deed", "rent/mortgage-in-group"), base=base)
    if state.family_built(street.index) and not rules.group_rent_doubles_beside_buildings:
        return Tariff(base, ("rent/deed", "rent/beside-buildings"), base=base)
    group = ["rent/whole-group"]
    group += ["rent/beside-buildings"] if state.family_built(street.index) else []
    group += ["rent/mortgage-in-group"] if state.family_mortgaged(street.index) else []
    multiplier = rules.group_rent_multiplier
    return Tariff(base * multiplier, tuple(group), base=base, multiplier=multiplier)


@rule("station/number-owned", "station/deed", "station/mortgaged-counts", "card/nearest-station")
def station_tariff(state: GameState, station: BoardSpace, multiple: int) -> Tariff:
    """Return a station's rent by the number its owner has, times the card's multiple."""
    count = _owned_alike(state, station, mortgaged=state.rules.station_mortgaged_counts)
    base = station.rents[count - 1]
    beside = _beside(state, station, "station/mortgaged-counts")
    told = ("station/number-owned", "station/deed", *beside)
    if multiple == 1:
        return Tariff(base, told, count=count, base=base)
    told = (*told, "card/nearest-station")
    return Tariff(base * multiple, told, count=count, base=base, multiplier=multiple)


@rule(
    "utility/one",
    "utility/both",
    "utility/arriving-roll",
    "utility/fresh-roll",
    "utility/roll-after-card",
    "utility/multiple-after-card",
    "utility/other-mortgaged",
    "card/nearest-utility",
)
def utility_tariff(
    state: GameState, utility: BoardSpace, *, by_card: bool, multiple: int | None
) -> Tariff:
    """Return a utility's rent: a multiple of the roll that led there, or of a new one."""
    count = _owned_alike(state, utility, mortgaged=state.rules.utility_mortgaged_counts)
    times = multiple or utility.dice_multiples[count - 1]
    number = "utility/one" if count == 1 else "utility/both"
    beside = _beside(state, utility, "utility/other-mortgaged")
    if by_card and (multiple is not None or state.rules.utility_by_card_rerolls):
        told = ("utility/roll-after-card", "utility/multiple-after-card", *beside)
        told = (*told, number) if multiple is None else (*told, "card/nearest-utility")
        return Tariff.of_roll(times, told, count=count)
    if not by_card and state.rules.utility_roll == "fresh":
        return Tariff.of_roll(times, (number, "utility/fresh-roll", *beside), count=count)
    dice = total(state.turn.dice or (0, 0), state.turn.speed)
    arrived = (number, "utility/arriving-roll", *beside)
    return Tariff(times * dice, arrived, count=count, multiplier=times, dice=dice)


def _beside(state: GameState, space: BoardSpace, told: str) -> tuple[str, ...]:
    """Return the rule *told* if the owner has another lot of the family that is mortgaged."""
    owner = state.lots[space.index].owner
    family = (state.lots[lot] for lot in state.edition.family(space.index))
    return (told,) if any(held.mortgaged and held.owner == owner for held in family) else ()


def _owned_alike(state: GameState, space: BoardSpace, *, mortgaged: bool) -> int:
    """Return how many of the family the owner has, other mortgaged ones counted or not."""
    owner = state.lots[space.index].owner
    alike = [lot for lot in state.edition.family(space.index) if state.lots[lot].owner == owner]
    return sum(mortgaged or lot == space.index or not state.lots[lot].mortgaged for lot in alike)


@rule("rent/claim", "station/claim", "utility/claim", "rent/several", "rent/claimed-stays-due")
def claim(state: GameState, command: Claim) -> Outcome:
    """Turn a claim made in time into a payment, a debt, or a roll for the rent."""
    refusal = cannot_act(state, command.by)
    if refusal:
        return refusal
    opened, rent = _claimed(state, command.by, command.lot)
    if opened is None or rent is None:
        late = _was_missed(state, command.by, command.lot)
        lot = command.lot
        told = _claim_told(state, lot) if lot is not None and lot in state.lots else ()
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
            also=keys(*_told_of_claim(state, rent)),
        )
    )
    if rent.amount is not None:
        settle(play, rent)
    return play.events


def claimable(state: GameState, owner: Seat, lot: Space | None = None) -> Rent | None:
    """Return the oldest rent that *owner* may claim now (of *lot*, if named), as it stands."""
    return _claimed(state, owner, lot)[1]


def _claimed(
    state: GameState, owner: Seat, lot: Space | None
) -> tuple[Rent, Rent] | tuple[None, None]:
    """Return the rent that *owner* may claim now twice: as it was opened, and as it stands."""
    wanted = (
        (rent, now)
        for rent in state.rents
        if not rent.claimed and lot in (None, rent.lot)
        if (now := _as_it_stands(state, rent)) is not None and now.owner == owner
    )
    return next(wanted, (None, None))


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
    amount, facts = tariff.amount, {**rent.facts, **tariff.facts}
    if state.edition.space(rent.lot).kind == "utility" and rent.amount is not None:
        dice = rent.facts.get("dice")  # of the arrival, perhaps not the last roll
        amount = rent.amount if dice is None else int(tariff.facts["multiplier"]) * int(dice)
        facts = {**tariff.facts, **rent.facts, "multiplier": tariff.facts["multiplier"]}
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
    charge(
        play,
        rent.visitor,
        rent.owner,
        rent.amount,
        reason="rent",
        because=rent.because,
        also=rent.also,
        facts=rent.facts,
    )
    play.tell(
        RentSettled(owner=rent.owner, visitor=rent.visitor, lot=rent.lot, because=key("rent/due"))
    )


@rule("rent/who-closes", "rent/own-next-roll", "rent/owner-rolls-next")
def close_claims(play: Play, roller: Seat) -> None:
    """Let unclaimed rents lapse, *roller* beginning a turn; a rent that needs no claim stays."""
    if play.state.rules.rent_needs_claim:
        lapse_rents(play, roller)


def lapse_rents(play: Play, roller: Seat | None = None) -> None:
    """Let every rent lapse that nobody has claimed."""
    for rent in play.state.rents:
        if not rent.claimed:
            told = [*_claim_told(play.state, rent.lot), "rent/who-closes", "rent/no-reminder"]
            told += ["rent/owner-rolls-next"] if rent.owner == roller else []
            play.tell(
                RentLapsed(
                    owner=rent.owner,
                    visitor=rent.visitor,
                    lot=rent.lot,
                    because=key("rent/claim"),
                    also=keys(*told),
                )
            )


@rule("doubles/other-rolls", "utility/visitor-rolls")
def roll_for_rent(
    state: GameState, rent: Rent, dice: tuple[int, int], speed: SpeedFace | None
) -> Outcome:
    """Pay a claimed rent by the roll that it waited for; nothing moves, no double counts."""
    play = Play(state)
    rolled = total(dice, speed)
    by_card = "card" in rent.facts
    told: tuple[str, ...] = ("doubles/other-rolls", "utility/visitor-rolls")
    if speed is not None:
        told = (*told, "variant/speed-die-utility")
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
            also=keys(*told),
        )
    )
    settled = next(
        now
        for now in play.state.rents
        if (now.owner, now.lot) == (rent.owner, rent.lot) and now.claimed
    )
    settle(play, settled)
    return play.events


def _told_of_claim(state: GameState, rent: Rent) -> Iterator[str]:
    yield from _claim_told(state, rent.lot)
    if state.turn.seat == rent.visitor and state.players[rent.visitor].at != rent.lot:
        yield "rent/own-next-roll"
    if len(state.rents) > 1:
        yield "rent/several"


def _claim_told(state: GameState, lot: Space) -> tuple[str, ...]:
    """Return what a book says of claims for a station or a utility in a paragraph of its own."""
    kind = state.edition.space(lot).kind
    return () if kind == "street" else (f"{kind}/claim",)


def _was_missed(state: GameState, owner: Seat, lot: Space | None) -> bool:
    """Return whether the last rent that *owner* had (for *lot*, if named) lapsed."""
    past = [p for p in state.past_rents if p.owner == owner and lot in (None, p.lot)]
    return bool(past) and past[-1].lapsed
