"""What is answered where there is no table: none has that key, or it cannot be had just now."""

from collections.abc import Mapping, Sequence
from gettext import NullTranslations
from http import HTTPStatus
from typing import Any

import msgspec
from flask import Response, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from companion.sayings.said import marked as _
from companion.speaker import mended
from web.hosted.rooms import PREFIX, parted
from web.shared.broken import AWAY, HOSTED, failed_of, led_on
from web.shared.language import catalogues, chosen
from web.shared.render import looks

AGAIN_S = 2
"""So soon the page asks again."""

TITLE, BY_ITSELF = _("One moment"), _("This page asks again by itself.")


class Hall:
    """Draws these pages.

    Args:
        build: of the program, as the pages of tables know it.
        address: where people reach the tables; "": nobody knows.
    """

    def __init__(self, build: str, address: str = "") -> None:
        self._build, self._address = build, address
        self._catalogues: Mapping[str, NullTranslations] = catalogues()

    def heard(self) -> NullTranslations:
        """Return the catalogue of who asks."""
        return self._catalogues[chosen(self._catalogues)]

    def right_addresses(self) -> Sequence[str]:
        """Return where the table is that was asked for by a strange address, if that is known."""
        key, _rest = parted(f"{request.script_root}{request.path}")
        return (f"{self._address}{PREFIX}{key}" if key else self._address,) * bool(self._address)

    def away(self, error: Exception) -> ResponseReturnValue:
        """Say that a table cannot be had just now; the page asks again by itself."""
        if request.path.endswith("/events"):  # on any other status a browser never asks again
            return Response(f"retry: {1000 * AGAIN_S}\nevent: end\ndata: \n\n",
                            mimetype="text/event-stream")  # fmt: skip
        if _wants_data():
            code = getattr(error, "code", None) or "fault"
            answer = self._told(code, self._say(HOSTED.get(code, AWAY)), 503)
        else:
            answer = Response(self._page("away.html", again=AGAIN_S), 503)
        answer.headers["Retry-After"] = str(AGAIN_S)
        return answer

    def failed(self, error: HTTPException) -> ResponseReturnValue:
        """Say what Flask and the guard refuse."""
        if error.response is not None or error.code is None:
            return error.get_response()
        code, words = failed_of(error.code, error.description)
        said = led_on(code, words, self.right_addresses(), self._say)
        if _wants_data():
            return self._told(code, said, error.code)
        if code == "other-host":
            return Response(said, error.code, mimetype="text/plain")
        return self._page("lost.html", code=error.code), error.code

    def _say(self, sentence: str, **facts: str) -> str:
        return self.heard().gettext(sentence).format(**facts)

    def _told(self, code: str, said: str, status: int) -> Response:
        told = {"refused": code, "sentence": said}
        return Response(msgspec.json.encode(told), status, mimetype="application/json")

    def _page(self, template: str, **values: Any) -> str:
        html = render_template(
            f"hosted/{template}",
            lang=chosen(self._catalogues),
            html_class=" ".join(looks()),
            build=self._build,
            tag="",
            **values,
        )
        return mended(html)


def again(response: Response) -> Response:
    """Say of whatever could not be done just now when to try again."""
    if response.status_code == HTTPStatus.SERVICE_UNAVAILABLE:
        response.headers["Retry-After"] = str(AGAIN_S)
    return response


def _wants_data() -> bool:
    return request.accept_mimetypes.best == "application/json" or "/api/" in request.path
