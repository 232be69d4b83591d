"""The switches and amounts in which rulebooks differ: one name, one meaning, one type."""

from decimal import Decimal
from typing import Literal

import msgspec

from companion.words import Money

ByPlayers = int | tuple[int, ...]
"""One number for all tables, or one for each number of players, from `players_min` upwards."""


def at_table_of(players: int, value: ByPlayers, players_min: int) -> int:
    """Return the number that holds for so many players; past the list's end its last one does."""
    if isinstance(value, int):
        return value
    return value[max(0, min(players - players_min, len(value) - 1))]


class Parameters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an edition's file sets under `[parameters]`, and what a house rule may change.

    Amounts are in the edition's unit, ratios are exact decimals (0.10 is ten per cent). What has a
    default came later: a file of one's own that was written before goes without.
    """

    # Setting up
    players_min: int
    players_max: int
    banker_may_abstain_above: int  # with more people than these the banker need not play
    smallest_amount: Money  # bids are multiples of it, reckoned sums are rounded to it
    starting_cash: ByPlayers  # Money
    dealt_deeds: ByPlayers  # to each player before the first roll
    dealt_deeds_paid: bool  # at their printed price
    houses: int  # in the box
    hotels: int
    speed_die: bool
    speed_die_extra_cash: Money  # with the speed die, on top of the starting cash

    # Turn
    first_roll_dice: int  # each throws so many for who begins
    doubles_roll_again: bool
    doubles_to_jail: int  # the n-th double in one turn
    doubles_roll_may_be_declined: bool  # a right to roll again, or a duty
    go_salary: Money
    go_landing_doubles_salary: bool
    go_salary_backwards: bool  # also for passing Go backwards
    go_salary_repeats_in_turn: bool  # each time, or once a turn at most
    parking_jackpot: bool  # taxes, repairs and fines go into a pot on Free Parking

    # Auction
    auction_on_decline: bool
    auction_decliner_may_bid: bool
    auction_opening_bid: Money
    auction_min_raise: Money
    auction_last_bidder_must_buy: bool  # owing what is gone by the hammer; else the bid is void

    # Rent
    rent_needs_claim: bool
    rent_fixed_at: Literal["landing", "claim"]  # when amount and owner are those of the board
    rent_on_mortgaged: bool
    group_rent_multiplier: int
    group_rent_doubles_when_mortgaged: bool  # with another lot of the group mortgaged
    group_rent_doubles_beside_buildings: bool  # for a bare lot of a group that is built on
    station_mortgaged_counts: bool  # towards the number owned
    utility_mortgaged_counts: bool
    utility_roll: Literal["arriving", "fresh"]  # which counts for a visitor who came by dice
    utility_by_card_rerolls: bool  # else the roll that led to the card counts
    jail_collects_rent: bool

    # Jail
    jail_fine: Money
    jail_fine_voluntary_turns: tuple[int, ...]  # turns in jail that may begin with paying
    jail_card_turns: tuple[int, ...]  # turns in jail that may begin with a card
    jail_card_for_last_fine: bool  # where cash does not cover it
    jail_turns: int  # after so many failed throws the fine must be paid
    jail_third_roll_pays_then_moves: bool  # by the throw that failed last; else by the next turn's
    jail_doubles_roll_again: bool
    jail_salary: bool  # for passing Go on the way to jail
    jail_may_deal_build_and_bid: bool  # else only raise money, and buy a card that frees

    # Building
    houses_per_hotel: int
    build_when: Literal[
        "any-time",
        "not-while-another-moves",  # no dice seen by which somebody else has still to move
        "once-settled",  # nothing open of somebody else's turn
        "own-turn-or-gap",
        "before-own-roll",
    ]
    build_limit_per_turn: int  # buildings bought; 0: no limit
    build_after_laps: int  # so many times Go must have been passed first
    build_evenly: bool
    build_blocked_by_group_mortgage: bool
    building_auction_from_price: bool  # bids for scarce buildings begin at the deed's figure
    sell_evenly: bool
    sell_price_ratio: Decimal
    hotels_sold_together: bool  # outright, else they are broken up as far as the houses go
    hotel_downgrade_needs_houses: bool  # of the Bank, which stand where the hotel stood
    hotel_sale_pays: Literal[  # outright, by its owner or of a bankrupt: the share of what
        "hotel-and-houses",
        "houses",  # given up for it, and nothing for the hotel itself
    ] = "hotel-and-houses"

    # Fines
    fine_amount: Money  # for a wrong token, a roll out of turn, dice off the table; 0: none

    # Between players
    trade_when: Literal["any-time", "not-in-an-auction"]
    player_gifts: bool  # money for nothing, or for money, is no forbidden loan
    sale_blocked_by_group_buildings: bool  # else only those on the very lot stand in the way

    # Bankruptcy
    ends_at_bankruptcy: int  # the n-th ends the game and the richest wins; 0: the last one left
    bankrupt_to_player: Literal["buildings-sold", "buildings-stay", "all-raised", "bank-pays"]
    bankrupt_creditor_pays_interest: bool  # at once, on the mortgaged lots taken over
    several_creditors: Literal[  # where the means do not cover all debts
        "in-turn",  # one after another, the oldest first
        "card-in-turn",  # a card's one after another; else the oldest creditor gets everything
        "card-evenly",  # a card's in even parts; else one after another
        "in-proportion",
    ]

    # Calling time
    timed_end: Literal["turn-finished", "roll-finished"]
    timed_valuation: Literal["full", "buildings-half"]
    short_mortgaged_valuation: Decimal  # of a mortgaged lot's price, in the final reckoning

    # Mortgages
    mortgage_requires_clear: Literal["lot", "group"]  # of buildings
    mortgage_interest: Decimal
    mortgage_interest_rounding: Literal["up", "down", "half-up"]
    transfer_interest: Decimal  # on a mortgaged lot that changes hands
    transfer_interest_again_on_lift: bool  # the ordinary interest, when it is redeemed later
