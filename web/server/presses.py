"""Tells a page which presses that it has no answer to were booked: the same, again, is another."""

from collections.abc import Callable

from flask import Flask, Response, request

PRESSED, BOOKED = "X-Pressed", "X-Booked"
"""Ids of commands, with spaces between: those that a page asks about, and those that it shows."""

MOST = 8


def tell_of_presses(app: Flask, is_shown: Callable[[str], bool]) -> None:
    """Answer whoever asks for a page, and names ids of commands, which of them it shows.

    *is_shown* says it of one, once the page is made.
    """

    @app.after_request
    def tell(response: Response) -> Response:
        named = request.headers.get(PRESSED, "").split()[:MOST]
        if named:
            response.headers[BOOKED] = " ".join(filter(is_shown, named))
        return response
