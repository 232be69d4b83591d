"""The switches and amounts in which rulebooks differ: one name, one meaning, one type."""

from decimal import Decimal
from typing import Literal

import msgspec

from companion.words import Money


class Parameters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an edition's file sets under `[parameters]`, and what a house rule may change.

    Amounts are in the edition's unit, ratios are exact decimals (0.10 is ten per cent).
    """

    # Setting up
    players_max: int  # two at least
    starting_cash: Money
    dealt_deeds: int  # to each player before the first roll
    dealt_deeds_paid: bool  # at their printed price
    houses: int  # in the box
    hotels: int

    # Turn
    doubles_to_jail: int  # the n-th double in one turn
    doubles_roll_may_be_declined: bool  # a right to roll again, or a duty
    go_salary: Money

    # Auction
    auction_on_decline: bool
    auction_decliner_may_bid: bool
    auction_opening_bid: Money
    auction_min_raise: Money

    # Rent
    rent_needs_claim: bool
    group_rent_multiplier: int
    group_rent_doubles_when_mortgaged: bool  # with another lot of the group mortgaged
    group_rent_doubles_beside_buildings: bool  # for a bare lot of a group that is built on
    station_mortgaged_counts: bool  # towards the number owned
    utility_mortgaged_counts: bool
    utility_by_card_rerolls: bool  # else the roll that led to the card counts
    jail_collects_rent: bool

    # Jail
    jail_fine: Money
    jail_turns: int  # after so many failed throws the fine must be paid
    jail_doubles_roll_again: bool

    # Building
    houses_per_hotel: int
    build_when: Literal["any-time", "own-turn-or-gap", "before-own-roll"]
    build_evenly: bool
    build_blocked_by_group_mortgage: bool
    sell_evenly: bool
    sell_price_ratio: Decimal
    hotels_sold_together: bool  # outright, else they are broken up as far as the houses go

    # Fines
    fine_amount: Money  # for a wrong token, a roll out of turn, dice off the table; 0: none

    # Between players
    player_gifts: bool  # money for nothing, or for money, is no forbidden loan

    # Bankruptcy
    ends_at_bankruptcy: int  # the n-th ends the game and the richest wins; 0: the last one left
    bankrupt_creditor_pays_interest: bool  # at once, on the mortgaged lots taken over
    card_debts_shared: (
        bool  # cash is shared where one card's debts cannot all be paid, else in turn
    )

    building_auction_from_price: bool  # bids for scarce buildings begin at the deed's figure

    # Mortgages
    mortgage_requires_clear: Literal["lot", "group"]  # of buildings
    mortgage_interest: Decimal
    transfer_interest: Decimal  # on a mortgaged lot that changes hands
    mortgage_interest_rounding: Literal["up", "down", "half-up"]
