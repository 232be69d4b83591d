"""Arbiters rule on the hub's pages: the table does it in their name, or says why not."""

import http.cookiejar
import re
import ssl
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.hub.hub import Hub
from companion.hub.tournaments import Tournament
from tests.end_to_end.appliance import Appliance, wait_for
from tests.end_to_end.party import begin, joined
from tests.end_to_end.phone import Phone
from tests.support.club_house import ClubHouse, club_house
from tests.support.club_rooms import PASSWORD
from tests.support.pages import told
from tests.support.shipping import parcels_of

OPTIONS = ("--camera", "sim", "--buttons", "none")


class Browser:
    """Somebody of the club, signed in over the hub's https."""

    def __init__(self, house: ClubHouse, name: str) -> None:
        self.url = next(iter(house.club.addresses))
        trust = ssl.create_default_context(cadata=ssl.DER_cert_to_PEM_cert(house.club.authority))
        self._opener = urllib.request.build_opener(
            urllib.request.HTTPSHandler(context=trust),
            urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()),
        )
        self.post("/sign-in", name=name, password=PASSWORD)

    def get(self, path: str) -> str:
        """Return a page."""
        with self._opener.open(self.url + path, timeout=30) as answer:
            return str(answer.read().decode())

    def post(self, path: str, **form: object) -> str:
        """Send a form; return the page that comes."""
        request = urllib.request.Request(  # the hub's own address
            self.url + path,
            urllib.parse.urlencode(form).encode(),
            {"Origin": self.url},
        )
        with self._opener.open(request, timeout=30) as answer:
            return str(answer.read().decode())


@pytest.fixture
def house(tmp_path: Path) -> Iterator[ClubHouse]:
    with club_house(tmp_path / "hub") as opened:
        for name in ("Judy", "Jules"):
            opened.club.hub.members.add(name, "arbiter", PASSWORD)
        yield opened


@pytest.fixture
def phones(tmp_path: Path, house: ClubHouse) -> Iterator[list[Phone]]:
    companion = Appliance(tmp_path / "seven", *OPTIONS)
    try:
        phones = joined(companion)
        form = {"address": house.address, "code": house.new_code("Table 7")}
        assert phones[0].post("/banker/club", form).status == 303
        yield phones
    finally:
        companion.kill()


def game_in(home: Path) -> str:
    (journal,) = (home / "seven" / "games").glob("*.journal")
    return parcels_of(journal)[0].digest


def seen_on(page: str) -> str:
    """Return the number of the last record that the forms of a page know."""
    found = re.search(r'name="seen" value="(\d+)"', page)
    assert found is not None
    return found[1]


def test_a_ruling_is_done_once_in_the_arbiters_name_and_the_second_is_refused(
    tmp_path: Path, house: ClubHouse, phones: list[Phone]
) -> None:
    begin(phones)
    banker, hub = phones[0], house.club.hub
    assert banker.command("correct", why="a slip", cash={"0": 900}).status == 200
    game = game_in(tmp_path)
    seq = len(parcels_of(next((tmp_path / "seven" / "games").glob("*.journal"))))
    assert phones[1].command("dispute", seq=seq, why="it was 1,000").status == 200
    judy, jules = Browser(house, "Judy"), Browser(house, "Jules")
    wait_for("the dispute", lambda: "it was 1,000" in told(judy.get("/arbiter")))
    where = f"/arbiter/{game}/{seq}"
    seen = seen_on(judy.get(where))
    amount = {"do": "correct", "dispute": seq, "seat": 0, "seen": seen, "why": "counted"}
    judy.post(where, id="1", amount="1,000", **amount)
    judy.post(where, id="1", amount="1,000", **amount)  # tapped twice
    jules.post(where, id="1", amount="1,100", **amount)
    wait_for("both", lambda: all(one.accepted is not None for one in hub.orders.of(game)))
    answers = [(one.by, one.accepted) for one in reversed(hub.orders.of(game))]
    assert answers == [("Judy", True), ("Jules", False)]
    wait_for("the end", lambda: "Nothing waits at any table." in told(judy.get("/arbiter")))
    said = told(jules.get(where))
    assert "Refused by the table:" in said
    assert "Done at the table." in said
    assert "Judy (arbiter)" in told(banker.get(f"/why/{seq + 2}").body.decode())
    assert "Judy (arbiter)" in told(judy.get(f"/arbiter/{game}/{seq + 2}"))


def test_a_game_is_paused_set_back_and_goes_on_from_the_hub(
    tmp_path: Path, house: ClubHouse, phones: list[Phone]
) -> None:
    begin(phones)
    banker, hub = phones[0], house.club.hub
    assert banker.command("correct", why="a slip", cash={"0": 900}).status == 200
    game, judy = game_in(tmp_path), Browser(house, "Judy")
    seq = len(parcels_of(next((tmp_path / "seven" / "games").glob("*.journal"))))
    where = f"/arbiter/{game}/{seq}"
    steps = ({"do": "pause"}, {"do": "rewind", "why": "wrong seat"}, {"do": "go-on"})
    for number, form in enumerate(steps, 1):
        wait_for("its page", lambda: is_told(tmp_path, judy))
        judy.post(where, id=number, seen=seen_on(judy.get(where)), **form)
        wait_for("the answer", lambda: hub.orders.of(game)[0].accepted is not None)
        assert hub.orders.of(game)[0].told == ""
    assert len(hub.orders.of(game)) == len(steps)
    wait_for("the end", lambda: is_told(tmp_path, judy))
    assert "Nothing waits at any table." in told(judy.get("/arbiter"))
    assert "taken back later" in told(judy.get(where))


def test_a_contested_rent_is_booked_as_the_rules_say(
    tmp_path: Path, house: ClubHouse, phones: list[Phone]
) -> None:
    begin(phones, helps="propose")
    ann, ben, hub = phones[0], phones[1], house.club.hub
    for phone, do, said in (
        (ann, "roll", {"dice": [1, 2]}),
        (ann, "buy", {}),
        (ben, "roll", {"dice": [1, 2]}),
        (ann, "claim", {}),
    ):
        answer = phone.command(do, **said)
        assert answer.status == 200, answer
    game, judy = game_in(tmp_path), Browser(house, "Judy")
    seq = len(parcels_of(next((tmp_path / "seven" / "games").glob("*.journal"))))
    assert ben.command("contest", proposal=seq, why="I was in jail").status == 200
    wait_for("it", lambda: "I was in jail" in told(judy.get("/arbiter")))
    where = f"/arbiter/{game}/{seq}"
    judy.post(where, id="a", do="confirm", seen=seen_on(judy.get(where)))
    wait_for("the answer", lambda: hub.orders.of(game)[0].accepted is not None)
    assert hub.orders.of(game)[0].told == ""
    hub.orders.give(game, "Judy", '{"do":"confirm","proposal":1,"by":1}')  # a player's own word
    wait_for("the answer", lambda: hub.orders.of(game)[0].accepted is not None)
    assert hub.orders.of(game)[0].told == "bad-command"
    wait_for("the end", lambda: "Nothing waits at any table." in told(judy.get("/arbiter")))
    assert "Judy (arbiter)" in told(judy.get(f"/arbiter/{game}/{seq + 2}"))


def test_the_arbiter_is_called_and_answers_at_the_table(
    tmp_path: Path, house: ClubHouse, phones: list[Phone]
) -> None:
    begin(phones)
    ann, ben, judy = phones[0], phones[1], Browser(house, "Judy")
    form = {"by": "1", "about": "rules", "why": "free parking"}
    assert ben.post("/call", form).status == 303
    game = game_in(tmp_path)
    seq = len(parcels_of(next((tmp_path / "seven" / "games").glob("*.journal"))))
    wait_for("the call", lambda: "free parking" in told(judy.get("/arbiter")))
    where = f"/arbiter/{game}/{seq}"
    judy.post(where, id="a", do="answer-call", seen=seen_on(judy.get(where)))
    coming = "Judy (arbiter): I am coming"
    wait_for("the answer", lambda: coming in told(ben.get("/seat").body.decode()))
    assert ann.command("roll", dice=[1, 2]).status == 200
    judy.post(where, id="b", do="end-call", seen=seen_on(judy.get(where)))
    wait_for("the end", lambda: "Take the call back" not in told(ben.get("/seat").body.decode()))
    wait_for("the end", lambda: "Nothing waits at any table." in told(judy.get("/arbiter")))


def wanted_by_the_table(hub: Hub) -> None:
    (table,) = hub.tables.all()
    hub.tables.keep_too(table.id, wanted=True)


def wanted_by_a_tournament(hub: Hub) -> None:
    cup = hub.tournaments.add("Cup", "us-classic", minutes=90)
    assert isinstance(cup, Tournament)
    hub.tournaments.keep_too(cup.id, wanted=True)
    hub.tournaments.enter(cup.id, ["Ann", "Ben"])
    hub.tournaments.seat(cup.id, 1, tables=1)  # only now the table is one of its own
    (table,) = hub.tables.all()
    assert table.kept_for == "Cup"


@pytest.mark.parametrize("wanted_by", [wanted_by_the_table, wanted_by_a_tournament])
def test_an_answer_is_at_the_hub_where_the_organiser_wants_it_and_play_goes_on_without(
    tmp_path: Path,
    house: ClubHouse,
    phones: list[Phone],
    wanted_by: Callable[[Hub], None],
) -> None:
    begin(phones)
    ann, game = phones[0], game_in(tmp_path)
    wanted_by(house.club.hub)
    words = "The club wants to have each entry before it counts"
    late = "the club has not got it yet"
    assert ann.command("pause").status == 200
    wait_for("the switch", lambda: words in told(ann.get("/banker/club").body.decode()))
    for do in ("go-on", "pause") * 5:
        assert ann.command(do).status == 200
        (journal,) = (tmp_path / "seven" / "games").glob("*.journal")
        assert len(house.records(game)) == len(parcels_of(journal))
    assert late not in told(ann.get("/seat").body.decode())
    house.close()
    assert ann.command("go-on").status == 200
    assert ann.command("roll", dice=[1, 2]).status == 200
    wait_for("the word", lambda: late in told(phones[1].get("/seat").body.decode()))
    house.open()
    wait_for("the end", lambda: late not in told(phones[1].get("/seat").body.decode()))
    assert len(house.records(game)) == len(parcels_of(journal))


def is_told(home: Path, browser: Browser) -> bool:
    """Return whether the arbiter's page has come as far as the table."""
    (journal,) = (home / "seven" / "games").glob("*.journal")
    last = f"/arbiter/{game_in(home)}/{len(parcels_of(journal))}"
    return last in browser.get("/arbiter")
