"""Every page of a hosted table leads to pages of the same table, and nowhere else."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from flask.testing import FlaskClient

from companion.game.commands import Buy, End, Roll
from companion.words import Seat
from tests.support.hosted import HostedRoom, Worker
from tests.support.pages import ORIGIN, fresh_id

ANN, BEN = Seat(0), Seat(1)
OF_A_MACHINE = ("backups", "camera", "doctor", "sheets", "club", "eye", "teach", "certificate")
_ADDRESS = re.compile(r'\b([a-z-]+)="(/[^"]*)"')
_NO_PLACE = {"data-root"}


def addresses_in(html: str) -> Iterator[tuple[str, str]]:
    """Yield whatever in a page begins as an address does, and the attribute that has it."""
    for name, value in _ADDRESS.findall(html):
        if name not in _NO_PLACE:
            yield name, unescape(value)


def within(address: str) -> str:
    """Return an address without what names the machine."""
    return urlsplit(address)._replace(scheme="", netloc="").geturl()


def crawled(client: FlaskClient, room: HostedRoom, start: str) -> dict[str, int]:
    """Follow every link from *start*; return the status of each page that was asked for."""
    seen: dict[str, int] = {}
    waiting = [start]
    while waiting:
        path = waiting.pop()
        bare = re.sub(r"\d+", "0", path)
        if bare in seen:
            continue
        answer = client.get(path)
        answer.close()
        seen[bare] = answer.status_code
        found = list(addresses_in(answer.text)) if answer.mimetype == "text/html" else []
        if answer.location:
            found = [("location", within(answer.location))]
        for name, address in found:
            assert address.startswith(f"{room.root}/"), (path, name, address)
            if name in ("href", "location") and not address.startswith(f"{room.root}/static"):
                waiting.append(address.partition("#")[0])
    return seen


def played(room: HostedRoom) -> list[str]:
    tokens = room.begin("Ann", "Ben", "Cy")
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), End(by=ANN))
    room.play(Roll(by=BEN, dice=(2, 4)))
    return tokens


def askers(room: HostedRoom, tokens: list[str]) -> dict[str, FlaskClient]:
    looks_on = room.context.phones.spectators.begin("127.0.0.9")
    return {
        "banker": room.banker(),
        "seat": room.client(tokens[ANN]),
        "spectator": room.client(looks_on),
        "stranger": room.client(),
    }


@pytest.mark.parametrize("who", ["banker", "seat", "spectator", "stranger"])
@pytest.mark.parametrize("begun", [False, True])
def test_no_page_leads_out_of_its_table_or_to_nothing(
    hosting: Worker, who: str, *, begun: bool
) -> None:
    room = hosting.rooms[0]
    tokens = played(room) if begun else room.seated("Ann", "Ben", "Cy")
    seen = crawled(askers(room, tokens)[who], room, f"{room.root}/")
    assert len(seen) > 3
    assert not [path for path in seen for what in OF_A_MACHINE if path.endswith(what)]
    dead = {path: status for path, status in seen.items() if status >= 400}
    assert dead == {}


def test_every_page_that_can_be_asked_for_keeps_to_its_table(hosting: Worker) -> None:
    """Pages to which no link leads just now as well: all routes without a part to fill in."""
    room = hosting.rooms[0]
    tokens = played(room)
    rules = [
        rule
        for rule in hosting.app.extensions["pages"].url_map.iter_rules()
        if "GET" in (rule.methods or ()) and not rule.arguments and rule.endpoint != "events.events"
    ]
    assert len(rules) > 40
    for client in askers(room, tokens).values():
        for rule in rules:
            answer = client.get(f"{room.root}{rule.rule}")
            answer.close()
            assert answer.status_code < 500, rule.rule
            if answer.location:
                assert within(answer.location).startswith(f"{room.root}/"), rule.rule
            html = answer.text if answer.mimetype == "text/html" else ""
            for name, address in addresses_in(html):
                assert address.startswith(f"{room.root}/"), (rule.rule, name, address)


def test_scripts_name_no_address_without_the_table() -> None:
    for script in Path("web/static").glob("*.js"):
        text = re.sub(r"//.*", "", script.read_text())
        assert not re.search(r"""["'`]/[a-z]""", text), script


def test_the_page_tells_its_scripts_what_addresses_begin_with(hosting: Worker) -> None:
    one = hosting.rooms[0]
    assert f'data-root="{one.root}"' in one.client().get(f"{one.root}/join").text


@pytest.mark.parametrize("back", ["", "/", "/seat", "//evil.example/", "/t/p8d2hvn4rc/seat"])
def test_a_form_comes_back_to_its_own_table(hosting: Worker, back: str) -> None:
    room = hosting.rooms[0]
    ann = room.client(room.begin("Ann", "Ben")[ANN])
    form = {"do": "roll", "dice-0": "1", "dice-1": "2", "by": "0", "id": fresh_id(), "back": back}
    answer = ann.post(f"{room.root}/do", data=form, headers=ORIGIN)
    assert (answer.status_code, answer.location) == (303, f"{room.root}/")


def test_a_form_comes_back_to_the_page_that_asked(hosting: Worker) -> None:
    room = hosting.rooms[0]
    ann = room.client(room.begin("Ann", "Ben")[ANN])
    page = ann.get(f"{room.root}/seat")
    backs = re.findall(r'name="back" value="([^"]*)"', page.text)
    assert backs
    assert {urljoin(backs[0], one) for one in backs} == {f"{room.root}/seat"}
    form = {"do": "roll", "dice-0": "1", "dice-1": "2", "by": "0", "id": "once", "back": backs[0]}
    for _time in range(2):
        answer = ann.post(f"{room.root}/do", data=form, headers=ORIGIN)
        assert (answer.status_code, answer.location) == (303, f"{room.root}/seat")
