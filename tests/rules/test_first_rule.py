"""What is decided rests first on the rule that decides it; others that had a say come after."""

import pytest

from companion.game.events import BuildingsSold, Redeemed
from companion.game.refusals import Refusal
from tests.support.scenarios import decided_in

FAILED = """
title = "The last try for a double has failed, and the fine is owed"
edition = "{edition}"
players = ["Ann", "Bob"]
[given]
at = {{ Ann = 10 }}
jailed = {{ Ann = 2 }}
cash = {{ Ann = 10 }}
owns = {{ Ann = [5, 15] }}
holds = {{ Ann = ["chance"] }}
[[step]]
do = "roll"
by = "Ann"
dice = [1, 2]
[[step]]
do = "{do}"
by = "Ann"
{more}
then = {{ refused = "in-debt" }}
"""


def refused_last(text: str) -> Refusal:
    """Return how the last command of a scenario is refused."""
    refusal = decided_in(text)[-1].decided
    assert isinstance(refusal, Refusal)
    return refusal


@pytest.mark.parametrize("edition", ["ru-2004", "ports", "de-dm", "it-eg"])
def test_a_card_beside_the_owed_fine_comes_too_late(edition: str) -> None:
    refusal = refused_last(FAILED.format(edition=edition, do="jail-card", more=""))
    assert refusal.because == "jail/third-turn-card"
    assert {"jail/third-turn-fine", "jail/fine-as-debt"} <= {*refusal.also}


@pytest.mark.parametrize(("do", "more"), [("jail-pay", ""), ("roll", "dice = [1, 1]"), ("end", "")])
def test_what_has_to_wait_for_a_fine_waits_by_the_rule_of_the_fine(do: str, more: str) -> None:
    """Not by that of a rent, which comes after."""
    refusal = refused_last(FAILED.format(edition="ru-2004", do=do, more=more))
    assert refusal.because == "jail/third-turn-fine"
    assert "rent/settled-at-once" in refusal.also


@pytest.mark.parametrize(
    ("edition", "rule"),
    [
        ("ru-2004", "hotel/sold-together"),
        ("disney", "hotel/sold-together"),
        ("us-classic", "house/sell-even"),  # there one may be sold without the others
    ],
)
def test_one_hotel_of_two_goes_with_the_other(edition: str, rule: str) -> None:
    text = f"""
title = "One hotel of two"
edition = "{edition}"
players = ["Ann", "Bob"]
[given]
owns = {{ Ann = [1, 3] }}
buildings = {{ 1 = 5, 3 = 5 }}
[[step]]
do = "sell"
by = "Ann"
lots = {{ 1 = 5 }}
then = {{ refused = "uneven" }}
"""
    refusal = refused_last(text)
    assert refusal.because == rule
    assert {refusal.because, *refusal.also} == {"hotel/sold-together", "house/sell-even"}


def test_a_hotel_turned_into_houses_is_exchanged_not_sold_outright() -> None:
    text = """
title = "A hotel becomes four houses"
edition = "ru-2004"
players = ["Ann", "Bob"]
[given]
owns = { Ann = [1, 3] }
buildings = { 1 = 5, 3 = 5 }
[[step]]
do = "sell"
by = "Ann"
lots = { 1 = 1 }
[[step]]
do = "sell"
by = "Ann"
lots = { 1 = 4, 3 = 5 }
"""
    sold = [
        event
        for said in decided_in(text)
        for event in said.decided  # type: ignore[union-attr]  # both are accepted
        if isinstance(event, BuildingsSold)
    ]
    assert [event.because for event in sold] == [
        *("hotel/exchange", "house/sell-price", "hotel/sell-price"),
    ]


def test_an_heir_who_redeems_at_the_value_does_so_by_the_rule_for_heirs() -> None:
    text = """
title = "A bankrupt's mortgage is redeemed at once"
edition = "ru-2004"
players = ["Ann", "Bob", "Cy"]
[given]
cash = { Ann = 0 }
owns = { Ann = [5], Bob = [6] }
mortgaged = [5]
rent = { from = "Ann", to = "Bob", lot = 6 }
[[step]]
do = "claim"
by = "Bob"
[[step]]
do = "bankrupt"
by = "Ann"
[[step]]
do = "redeem"
by = "Bob"
lots = [5]
"""
    (redeemed,) = decided_in(text)[-1].decided  # type: ignore[misc]  # it is accepted
    assert isinstance(redeemed, Redeemed)
    assert (redeemed.because, redeemed.interest) == ("bankruptcy/creditor-redeems", 0)
