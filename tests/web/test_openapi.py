"""The interface is as it describes itself: whatever fits the description is answered as it says."""

import re
from typing import Any

import pytest
import schemathesis
from hypothesis import given, settings
from schemathesis import Case
from schemathesis.specs.openapi.checks import positive_data_acceptance

from companion.table.commands import COMMANDS
from tests.support.pages import ORIGIN, Living, served
from tests.support.processes import started
from tests.support.repository import ROOT
from web.shared.context import COOKIE

EXAMPLES = 150
HEADERS = {**ORIGIN, "Accept-Encoding": "identity"}  # what sends here unpacks nothing


def test_every_command_that_may_be_sent_is_described(room: Living) -> None:
    schema = room.client().get("/api/openapi.json").json
    assert schema
    told = schema["paths"]["/api/commands"]["post"]["requestBody"]["content"]
    mapping = told["application/json"]["schema"]["discriminator"]["mapping"]
    outward = {word for word, kind in COMMANDS.items() if not getattr(kind, "inward", False)}
    assert set(mapping) == outward
    assert set(schema["components"]["schemas"]["Bid"]["required"]) == {"do", "amount"}


def test_whatever_is_refused_is_described(room: Living) -> None:
    schema = room.client().get("/api/openapi.json").json
    assert schema
    paths = {path: told for path, told in schema["paths"].items() if path.startswith("/api/")}
    for operation in (operation for told in paths.values() for operation in told.values()):
        assert "421" in operation["responses"]
        for status in operation["responses"].keys() - {"200"}:
            told = operation["responses"][status]["content"]["application/json"]["schema"]
            assert told == {"$ref": "#/components/schemas/Refused"}
    assert {"403", "411", "413"} <= paths["/api/commands"]["post"]["responses"].keys()


@pytest.mark.parametrize("method", ["POST /api/commands", "GET /api/view", "GET /api/game"])
def test_what_fits_the_description_is_answered_as_it_says(room: Living, method: str) -> None:
    """By chance, from a player's phone, in a game that goes on by it.

    What fits a type may still be a bid of nothing: the referee refuses that as no command.
    """
    token = room.begin("Ann", "Ben")[0]
    verb, path = method.split()
    operation = schemathesis.openapi.from_wsgi("/api/openapi.json", room.app)[path][verb]

    @settings(max_examples=EXAMPLES, deadline=None, derandomize=True, database=None)
    @given(operation.as_strategy())
    def sent(case: Case[Any]) -> None:
        case.call_and_validate(
            headers=HEADERS, cookies={COOKIE: token}, excluded_checks=[positive_data_acceptance]
        )

    sent()
    assert room.table.view.state is not None


def test_the_program_of_the_docs_follows_a_table_and_rolls(room: Living) -> None:
    (program,) = re.findall(
        r"```python\n(.*?)```", (ROOT / "docs" / "api.md").read_text(), re.DOTALL
    )
    token = room.begin("Ann", "Ben")[0]
    with served(room) as url, started("-u", "-c", program, url, token) as follower:
        assert follower.stdout is not None
        said = [follower.stdout.readline() for _ in range(2)]
    assert said[0].split()[0] == "1"
    assert said[1] == "{'ok': True, 'seq': 2}\n"
    assert room.state.players[0].at == 7
