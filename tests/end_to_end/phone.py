"""A phone without a browser: cookie, forms and commands over HTTP."""

import http.client
import json
import uuid
from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

FORM = "application/x-www-form-urlencoded"


class Answer(NamedTuple):
    """What a page answered."""

    status: int
    body: bytes
    after: str = ""  # when to ask again, as it says

    @property
    def data(self) -> dict[str, Any]:
        """The body as JSON."""
        found: dict[str, Any] = json.loads(self.body)
        return found


class Phone:
    """One phone at the table; it keeps its cookie when the companion is started again.

    Args:
        port: where the companion answers.
        root: what its table's addresses begin with, where there are several.
    """

    def __init__(self, port: int, root: str = "") -> None:
        self.port, self.root = port, root
        self.cookie = ""

    def get(self, path: str) -> Answer:
        """Ask for a page."""
        return self._ask("GET", path, b"", {})

    def post(self, path: str, fields: dict[str, Any] | Sequence[tuple[str, str]]) -> Answer:
        """Send a form."""
        return self._ask("POST", path, urlencode(fields).encode(), {"Content-Type": FORM})

    def command(self, do: str, **fields: Any) -> Answer:
        """Send a command for the own seat, with an id of its own unless one is given."""
        body = {"id": uuid.uuid4().hex, "do": do, **fields}
        headers = {"Content-Type": "application/json"}
        return self._ask("POST", "/api/commands", json.dumps(body).encode(), headers)

    def photograph(self, picture: bytes, of: str = "things", **fields: Any) -> Answer:
        """Send a photograph, with an id of its own."""
        bound = uuid.uuid4().hex
        named = {"of": of, "id": uuid.uuid4().hex, **fields}
        parts = [f'name="{name}"\r\n\r\n{value}'.encode() for name, value in named.items()]
        parts.append(b'name="picture"; filename="picture"\r\n\r\n' + picture)
        begin = f"--{bound}\r\nContent-Disposition: form-data; ".encode()
        body = b"".join(begin + part + b"\r\n" for part in parts) + f"--{bound}--\r\n".encode()
        kind = f"multipart/form-data; boundary={bound}"
        return self._ask(
            "POST", "/photograph", body, {"Content-Type": kind, "Accept": "application/json"}
        )

    def game(self) -> dict[str, Any]:
        """Return the running game as data."""
        answer = self.get("/api/game")
        assert answer.status == 200, answer
        return answer.data

    def _ask(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> Answer:
        host = f"127.0.0.1:{self.port}"
        connection = http.client.HTTPConnection(host, timeout=60)
        try:
            connection.request(
                method,
                self.root + path,
                body,
                {"Origin": f"http://{host}", "Cookie": self.cookie, **headers},
            )
            response = connection.getresponse()
            for line in response.headers.get_all("Set-Cookie", []):
                if line.startswith("companion="):
                    self.cookie = line.partition(";")[0]
            after = response.headers.get("Retry-After", "")
            return Answer(response.status, response.read(), after)
        finally:
            connection.close()
