"""How much rent a lot brings: by its deed, its group, its buildings, and the dice."""

from companion.editions.model import BoardSpace
from companion.game.postings import HOTEL
from companion.game.state import GameState
from companion.rules.play import told_by_variants
from companion.rules.registry import rule
from companion.rules.speed_die import total
from companion.words import Money, Space


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
@rule("short/rents", "variant/cheap-hotels-rents")
def street_tariff(state: GameState, street: BoardSpace) -> Tariff:
    """Return a street's rent: by its buildings, or bare, and then more for the whole group."""
    held = state.lots[street.index]
    assert held.owner is not None
    whole = state.owns_family(held.owner, street.index)
    if held.level:
        further = [*told_by_variants(state, "rents")] if held.level == HOTEL else []
        further += [] if whole else ["sale/buildings-stay"]
        further += _beside(state, street, "rent/beside-mortgage")
        told: tuple[str, ...] = ("rent/deed", "rent/built", *further)
        base = street.rents[held.level]
        return Tariff(base, told, base=base, level=held.level, by="rent/built")
    base, rules = street.rents[0], state.rules
    if not whole:
        told = ("rent/deed", *_beside(state, street, "rent/beside-mortgage"))
        return Tariff(base, told, base=base, by="rent/deed")
    if state.family_mortgaged(street.index) and not rules.group_rent_doubles_when_mortgaged:
        told = ("rent/deed", "rent/mortgage-in-group", "rent/beside-mortgage")
        return Tariff(base, told, base=base, by="rent/mortgage-in-group")
    if state.family_built(street.index) and not rules.group_rent_doubles_beside_buildings:
        told = ("rent/deed", "rent/beside-buildings")
        return Tariff(base, told, base=base, by="rent/beside-buildings")
    group = ["rent/whole-group"]
    group += ["rent/beside-buildings"] if state.family_built(street.index) else []
    group += ["rent/mortgage-in-group"] if state.family_mortgaged(street.index) else []
    multiplier = rules.group_rent_multiplier
    size = len(state.edition.family(street.index))
    facts = {"base": base, "multiplier": multiplier, "count": size, "of": size}
    return Tariff(base * multiplier, tuple(group), **facts, by="rent/whole-group")


@rule("station/number-owned", "station/deed", "station/mortgaged-counts", "card/nearest-station")
def station_tariff(state: GameState, station: BoardSpace, multiple: int) -> Tariff:
    """Return a station's rent by the number its owner has, times the card's multiple."""
    count = _owned_alike(state, station, mortgaged=state.rules.station_mortgaged_counts)
    base = station.rents[count - 1]
    beside = _beside(state, station, "station/mortgaged-counts")
    told = ("station/number-owned", "station/deed", *beside, *_not_doubled(state, station))
    facts = {"base": base, "count": count, "of": len(station.rents)}
    if multiple == 1:
        return Tariff(base, told, **facts, by="station/number-owned")
    told = (*told, "card/nearest-station")
    facts["multiplier"] = multiple
    return Tariff(base * multiple, told, **facts, by="card/nearest-station")


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
    family = len(state.edition.family(utility.index))
    beside = _beside(state, utility, "utility/other-mortgaged")
    if by_card and (multiple is not None or state.rules.utility_by_card_rerolls):
        told = ("utility/roll-after-card", "utility/multiple-after-card", *beside)
        told = (*told, number) if multiple is None else (*told, "card/nearest-utility")
        by = number if multiple is None else "card/nearest-utility"
        return Tariff.of_roll(times, told, count=count, of=family, by=by)
    if not by_card and state.rules.utility_roll == "fresh":
        told = (number, "utility/fresh-roll", *beside)
        return Tariff.of_roll(times, told, count=count, of=family, by=number)
    dice = total(state.turn.dice or (0, 0), state.turn.speed)
    arrived = (number, "utility/arriving-roll", *beside, *_not_doubled(state, utility))
    facts = {"multiplier": times, "dice": dice, "count": count, "of": family}
    return Tariff(times * dice, arrived, **facts, by=number)


def _beside(state: GameState, space: BoardSpace, told: str) -> tuple[str, ...]:
    """Return the rule *told* if the owner has another lot of the family that is mortgaged."""
    if not state.family_mortgaged(space.index):
        return ()
    owner = state.lots[space.index].owner
    family = (state.lots[lot] for lot in state.edition.family(space.index))
    return (told,) if any(held.mortgaged and held.owner == owner for held in family) else ()


@rule("rent/only-streets-double")
def _not_doubled(state: GameState, space: BoardSpace) -> tuple[str, ...]:
    """Return the rule that such a whole family earns no double rent, if it is one."""
    owner = state.lots[space.index].owner
    whole = owner is not None and state.owns_family(owner, space.index)
    return ("rent/only-streets-double",) if whole else ()


def _owned_alike(state: GameState, space: BoardSpace, *, mortgaged: bool) -> int:
    """Return how many of the family the owner has, other mortgaged ones counted or not."""
    owner = state.lots[space.index].owner
    alike = [lot for lot in state.edition.family(space.index) if state.lots[lot].owner == owner]
    return sum(mortgaged or lot == space.index or not state.lots[lot].mortgaged for lot in alike)
