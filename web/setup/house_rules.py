"""House rules: every parameter of an edition in one sentence, in the groups of set-up."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.editions.typed import shown
from companion.sayings.said import marked as _
from companion.speaker import Speaker


class Group(NamedTuple):
    """Parameters that belong together."""

    title: str
    rules: Mapping[str, str]


GROUPS: tuple[Group, ...] = (
    Group(
        _("Setting up"),
        {
            "players_min": _("So many players at least."),
            "players_max": _("So many players at most."),
            "banker_may_abstain_above": _(
                "With more people than these, somebody may do nothing but keep the Bank."
            ),
            "smallest_amount": _("The smallest note: bids and reckoned sums are multiples of it."),
            "starting_cash": _(
                "Everybody's cash at the beginning."
                " With several figures: one for each number of players."
            ),
            "dealt_deeds": _(
                "So many deeds are dealt to everybody before the first roll."
                " With several figures: one for each number of players."
            ),
            "dealt_deeds_paid": _("Dealt deeds are paid for at their printed price."),
            "houses": _("So many houses are in the box."),
            "hotels": _("So many hotels are in the box."),
            "speed_die": _("The speed die is thrown as well."),
            "speed_die_extra_cash": _("With the speed die, so much more cash at the beginning."),
        },
    ),
    Group(
        _("Turn"),
        {
            "first_roll_dice": _("With so many dice everybody rolls for who begins."),
            "doubles_roll_again": _("After a double one rolls again."),
            "doubles_to_jail": _("Which double in one turn leads to jail."),
            "doubles_roll_may_be_declined": _("Rolling again after a double may be left out."),
            "go_salary": _("The salary for passing Go."),
            "go_landing_doubles_salary": _("Landing on Go pays the salary twice."),
            "go_salary_backwards": _("Passing Go backwards pays the salary too."),
            "go_salary_repeats_in_turn": _("The salary may be earned several times in one turn."),
            "parking_jackpot": _("Taxes, repairs and fines go into a pot on Free Parking."),
        },
    ),
    Group(
        _("Auctions"),
        {
            "auction_on_decline": _("A lot that is not bought is auctioned at once."),
            "auction_decliner_may_bid": _("Whoever did not buy it may bid for it."),
            "auction_opening_bid": _("The lowest first bid."),
            "auction_min_raise": _("By so much each bid is higher than the one before."),
            "auction_last_bidder_must_buy": _(
                "Whoever bid last must buy, and owes what cash no longer covers."
            ),
        },
    ),
    Group(
        _("Rent"),
        {
            "rent_needs_claim": _("Rent is due only if its owner asks for it in time."),
            "rent_fixed_at": _("The moment that decides how much rent is due."),
            "rent_on_mortgaged": _("A mortgaged lot earns rent too."),
            "group_rent_multiplier": _("A bare lot of a whole group earns so many times its rent."),
            "group_rent_doubles_when_mortgaged": _(
                "That holds also while another lot of the group is mortgaged."
            ),
            "group_rent_doubles_beside_buildings": _(
                "That holds also for a bare lot beside lots with houses."
            ),
            "station_mortgaged_counts": _("A mortgaged station counts for the rent of the others."),
            "utility_mortgaged_counts": _("A mortgaged utility counts for the rent of the other."),
            "utility_roll": _("The roll by which the rent of a utility is reckoned."),
            "utility_by_card_rerolls": _(
                "Whoever comes to a utility by a card rolls again for it."
            ),
            "jail_collects_rent": _("Whoever is in jail earns rent."),
        },
    ),
    Group(
        _("Jail"),
        {
            "jail_fine": _("The fine for leaving jail."),
            "jail_fine_voluntary_turns": _("In which turns in jail the fine may be paid."),
            "jail_card_turns": _("In which turns in jail a card may be used."),
            "jail_card_for_last_fine": _(
                "A card may stand for the last fine when cash does not cover it."
            ),
            "jail_turns": _("After so many failed throws the fine must be paid."),
            "jail_third_roll_pays_then_moves": _(
                "The throw that failed last is also the move, once the fine is paid."
            ),
            "jail_doubles_roll_again": _("The double that leads out of jail gives another roll."),
            "jail_salary": _("Passing Go on the way to jail pays the salary."),
            "jail_may_deal_build_and_bid": _("Whoever is in jail may trade, build and bid."),
        },
    ),
    Group(
        _("Building"),
        {
            "houses_per_hotel": _("After so many houses comes the hotel."),
            "build_when": _("When buildings may be bought."),
            "build_limit_per_turn": _("So many buildings a turn may be bought; 0: no limit."),
            "build_after_laps": _("So many times one has passed Go before one builds."),
            "build_evenly": _("Houses go up evenly over the group."),
            "build_blocked_by_group_mortgage": _(
                "Nobody builds while a lot of the group is mortgaged."
            ),
            "building_auction_from_price": _("Bids for scarce buildings begin at their price."),
            "sell_evenly": _("Houses come down evenly over the group."),
            "sell_price_ratio": _("The Bank pays this share of the price for a building."),
            "hotels_sold_together": _("Hotels are sold outright, however few houses the Bank has."),
            "hotel_downgrade_needs_houses": _(
                "A hotel is broken up only if the Bank has the houses."
            ),
            "hotel_sale_pays": _("What the Bank pays for when a hotel is sold outright."),
        },
    ),
    Group(
        _("Fines"),
        {
            "fine_amount": _(
                "The fine for a wrong token, a roll out of turn, a die off the table; 0: none."
            ),
        },
    ),
    Group(
        _("Between players"),
        {
            "trade_when": _("When players may trade with each other."),
            "player_gifts": _("Players may give each other money."),
            "sale_blocked_by_group_buildings": _(
                "No lot of a group is sold while a building stands on any of it."
            ),
        },
    ),
    Group(
        _("Bankruptcy"),
        {
            "ends_at_bankruptcy": _(
                "Which bankruptcy ends the game; 0: it goes on until one is left."
            ),
            "bankrupt_to_player": _("What a creditor gets of somebody who is bankrupt."),
            "bankrupt_creditor_pays_interest": _(
                "The creditor pays the interest on mortgages at once."
            ),
            "several_creditors": _("How several creditors share what does not cover all."),
        },
    ),
    Group(
        _("Calling time"),
        {
            "timed_end": _("What is still finished when the time is up."),
            "timed_valuation": _("What buildings count when possessions are reckoned at the end."),
            "short_mortgaged_valuation": _(
                "A mortgaged lot counts this share of its price at the end."
            ),
        },
    ),
    Group(
        _("Mortgages"),
        {
            "mortgage_requires_clear": _("What must be free of buildings before a mortgage."),
            "mortgage_interest": _("The interest when a mortgage is redeemed."),
            "mortgage_interest_rounding": _("How the interest is rounded."),
            "transfer_interest": _("The interest when a mortgaged lot changes hands."),
            "transfer_interest_again_on_lift": _(
                "The new owner pays interest once more when redeeming later."
            ),
        },
    ),
)

WORDS: Mapping[str, str] = {
    "landing": _("landing there"),
    "claim": _("asking for it"),
    "arriving": _("the roll that led there"),
    "fresh": _("a new roll"),
    "any-time": _("at any time"),
    "not-in-an-auction": _("at any time but during an auction"),
    "not-while-another-moves": _("not while somebody else moves"),
    "once-settled": _("once all of another's turn is settled"),
    "own-turn-or-gap": _("in one's own turn and between turns"),
    "before-own-roll": _("just before one's own roll"),
    "hotel-and-houses": _("the hotel and its houses"),
    "houses": _("only its houses"),
    "buildings-sold": _("all, the buildings sold to the Bank"),
    "buildings-stay": _("all, with the buildings on it"),
    "all-raised": _("all, once everything is sold and mortgaged"),
    "bank-pays": _("the sum, from the Bank, which takes the lots"),
    "in-turn": _("one after the other"),
    "card-in-turn": _("one after another, where one card made the debts"),
    "card-evenly": _("evenly, where one card made the debts"),
    "in-proportion": _("each by the share of the debt"),
    "turn-finished": _("the turn"),
    "roll-finished": _("the roll"),
    "full": _("their price"),
    "buildings-half": _("half their price"),
    "lot": _("the lot"),
    "group": _("the whole group"),
    "up": _("up"),
    "down": _("down"),
    "half-up": _("to the nearest"),
}
"""What a parameter may be, where it is a word."""


NAMES = tuple(name for group in GROUPS for name in group.rules)
"""All parameters, in the order of the groups."""


def value_of(speaker: Speaker, value: object) -> str:
    """Return what a parameter is, as the reader says it."""
    match value:
        case bool():
            return speaker.say(_("yes")) if value else speaker.say(_("no"))
        case str() if value in WORDS:
            return speaker.say(WORDS[value])
        case _:
            return shown(value)


def sentence_of(name: str) -> str:
    """Return the sentence of a parameter."""
    return next(group.rules[name] for group in GROUPS if name in group.rules)
