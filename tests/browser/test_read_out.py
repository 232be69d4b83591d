"""What a screen reader reads out of a page that changes: what is new, once, and no more."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from companion.game.commands import AnyCommand, Bid, Buy, Decline, Roll
from companion.words import Seat
from tests.support.house import SCREEN, House

ANN, BEN = Seat(0), Seat(1)

LISTENS = """() => {
  window.readOut = [];
  const regions = "[role=log], [role=status], [role=alert], [aria-live]";
  const text = (node) => node.textContent.replace(/\\s+/g, " ").trim();
  new MutationObserver((changes) => {
    const found = new Set();
    for (const { target, addedNodes, type } of changes) {
      const at = target.nodeType === Node.TEXT_NODE ? target.parentElement : target;
      const region = at?.closest(regions);
      for (const node of addedNodes) {
        if (region?.role === "log") found.add(text(node));
        else if (!region && node.matches?.("[role=alert]")) found.add(text(node));
      }
      const isWhole = region && region.role !== "log" && !region.hidden;
      if (isWhole && (type === "characterData" || addedNodes.length)) found.add(text(region));
    }
    window.readOut.push(...[...found].filter(Boolean));
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
"""Live regions as the ARIA standard has them: a log reads additions, a status reads itself."""


def heard(house: House, page: Page) -> list[str]:
    """Wait until the page is the newest; return all that was read out since this was asked last."""
    tag = house.room.context.streams.tag
    page.wait_for_function("tag => document.body.dataset.tag === tag", arg=tag)
    told: list[str] = page.evaluate("window.readOut.splice(0)")
    return told


@pytest.fixture
def played(house: House) -> Callable[[Page, AnyCommand], list[str]]:
    """Play a command; return what a page that is open then reads out."""

    def play(page: Page, command: AnyCommand) -> list[str]:
        house.room.play(command)
        return heard(house, page)

    return play


def test_a_players_page_reads_out_what_happened_and_what_is_asked(
    house: House, played: Callable[[Page, AnyCommand], list[str]]
) -> None:
    tokens = house.room.begin()
    page = house.open("/seat", tokens[BEN])
    page.evaluate(LISTENS)
    assert played(page, Roll(by=ANN, dice=(1, 2))) == [
        "Ann, 3. Baltic Avenue. For sale: 60 dollars.",
        "Ann decides about Baltic Avenue",
    ]
    assert played(page, Buy(by=ANN)) == ["Sold to Ann: 60 dollars.", "Roll the dice."]
    assert played(page, Roll(by=BEN, dice=(1, 4))) == [
        "Ben, 5. Reading Railroad. For sale: 200 dollars.",
        "Buy for $200",
    ]
    assert played(page, Decline(by=BEN)) == ["Auction: Reading Railroad."]
    assert played(page, Bid(by=ANN, amount=10)) == ["Ann bids 10 dollars."]
    assert played(page, Bid(by=BEN, amount=20)) == ["Ben bids 20 dollars."]
    assert not house.complaints


@pytest.mark.parametrize("path", ["/table", "/watch"])
def test_who_only_looks_hears_whose_turn_it_is_too(
    house: House, played: Callable[[Page, AnyCommand], list[str]], path: str
) -> None:
    house.room.begin()
    page = house.open(path, size=SCREEN)
    page.evaluate(LISTENS)
    told = played(page, Roll(by=ANN, dice=(1, 2)))
    assert told == ["Ann, 3. Baltic Avenue. For sale: 60 dollars."]
    assert played(page, Buy(by=ANN)) == ["Sold to Ann: 60 dollars.", "Ben's turn."]
    assert not house.complaints
