"""Pages of every kind in a browser, each behind a line that dies silently."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Locator, Page

from companion.club import Club, ClubOptions
from companion.game.commands import Roll
from companion.shipping.join_code import BEYOND
from companion.words import Seat
from tests.support.club_rooms import PASSWORD, played, ship
from tests.support.clubs import cluster, fresh_address, joined
from tests.support.devices import PATIENCE_MS
from tests.support.dying_line import DyingLine, dying_line
from tests.support.hosted import worker
from tests.support.house import PHONE, SCREEN
from tests.support.pages import HOST, Living, living_room
from tests.support.ports import reserved
from web.club.context import COOKIE as CLUB_COOKIE
from web.server.serve import Server, bound
from web.shared.context import COOKIE

ANN = Seat(0)


class FarPage(NamedTuple):
    """A page behind a line.

    `change` makes something happen elsewhere, and returns what the page then shows. `room` is the
    table; the lobby has none.
    """

    page: Page
    line: DyingLine
    change: Callable[[], Locator]
    room: Living | None


def _page(browser: Browser, size: tuple[int, int], **how: object) -> Page:
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        locale="en",
        **how,  # type: ignore[arg-type]
    )
    context.set_default_timeout(PATIENCE_MS)
    return context.new_page()


def _cash(page: Page, room: Living) -> Callable[[], Locator]:
    def change() -> Locator:
        room.play(Roll(by=ANN, dice=(1, 2)))
        game, seq, _revision = room.table.feed.now
        return page.locator(f'body[data-tag^="{game}:{seq}:"]')

    return change


@contextmanager
def far_seat(folder: Path, browser: Browser) -> Iterator[FarPage]:
    """Yield the page of a seat."""
    with living_room(folder) as room, ExitStack() as after:
        token = room.begin()[ANN]
        yield _at_table(after, browser, room, "/seat", token)


@contextmanager
def far_screen(folder: Path, browser: Browser) -> Iterator[FarPage]:
    """Yield the table screen."""
    with living_room(folder) as room, ExitStack() as after:
        room.begin()
        yield _at_table(after, browser, room, "/table", "")


@contextmanager
def far_hosted(folder: Path, browser: Browser) -> Iterator[FarPage]:
    """Yield the page of a seat at a table without a box."""
    with worker(folder) as made, ExitStack() as after:
        room = made.rooms[0]
        token = room.begin("Ann", "Ben")[ANN]
        yield _at_table(after, browser, room, f"{room.root}/seat", token)


def _at_table(after: ExitStack, browser: Browser, room: Living, path: str, token: str) -> FarPage:
    server = Server(room.app, bound(HOST))
    server.start()
    after.callback(server.stop)
    line = after.enter_context(dying_line(server.port))
    page = _page(browser, PHONE if token else SCREEN)
    after.callback(page.context.close)
    url = f"http://{HOST}:{line.port}"
    if token:
        page.context.add_cookies([{"name": COOKIE, "value": token, "url": url}])
    page.goto(url + path)
    return FarPage(page, line, _cash(page, room), room)


@contextmanager
def far_lobby(folder: Path, browser: Browser) -> Iterator[FarPage]:
    """Yield the club's lobby, over its own TLS."""
    with ExitStack() as after:
        port = reserved(BEYOND)
        options = ClubOptions(
            database=fresh_address(after.enter_context(cluster())),
            home=folder,
            name="Chess & Co.",
            host=HOST,
            port=port,
            tls_port=port + BEYOND,
        )
        club = Club(options)
        after.callback(club.stop)
        club.hub.members.add("Olga", "organiser", PASSWORD)
        secret = club.hub.members.sign_in("Olga", PASSWORD)
        assert isinstance(secret, str)
        line = after.enter_context(dying_line(port + BEYOND))
        page = _page(browser, PHONE, ignore_https_errors=True)
        after.callback(page.context.close)
        url = f"https://{HOST}:{line.port}"
        cookie = {"name": CLUB_COOKIE, "value": secret, "url": url, "secure": True}
        page.context.add_cookies([cookie])  # type: ignore[list-item]
        page.goto(url)

        def change() -> Locator:
            table, _token = joined(club.hub, "Stove")
            ship(club.hub, table, played(folder / "stove", 5, seed=9))
            return page.locator(".table-card h2").get_by_text("Stove")

        yield FarPage(page, line, change, None)


KINDS = {"seat": far_seat, "screen": far_screen, "hosted": far_hosted, "lobby": far_lobby}
"""Kind of page -> who opens one."""

HIDE = """is => {
  Object.defineProperty(document, "hidden", { value: !!is, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""Locks or unlocks a phone: its page is hidden, or is shown again."""
