"""What is refused before anybody reads it: other hosts' names, other sites' forms, large bodies.

Plain http in a living room: there is no `Sec-Fetch-*` to trust, and a page of another site may
well know our address. So a host must be an IP address, localhost or one of our names (a rebound
name is neither), and whatever changes something must carry our own `Origin`.
"""

import io
import ipaddress
from collections.abc import Callable
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, request

from web.server import bodies
from web.shared.broken import OTHER_HOST, OTHER_PAGE

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

ROUTERS = ("", ".local", ".fritz.box", ".lan", ".home", ".home.arpa", ".internal")
"""What routers put behind a machine's name; nobody can have a name of their own below these."""

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "media-src 'self'; form-action 'self'; img-src 'self' data: blob:; "
    "base-uri 'none'; frame-ancestors 'none'"
)


class Asked(Request):
    """A request whose files stay in memory, where it is when it has come: no disk is asked for."""

    def _get_file_stream(self, *_args: object, **_kwargs: object) -> io.BytesIO:
        return io.BytesIO()


def is_ours(host: str, names: tuple[str, ...]) -> bool:
    """Return whether a `Host` header names this box: an IP address, localhost or one of *names*."""
    try:
        name = urlsplit(f"//{host}").hostname
        urlsplit(f"//{host}").port  # noqa: B018  # raises on a port that is no number
    except ValueError:
        return False
    if not name or "@" in host or "/" in host:
        return False
    name = name.removesuffix(".")
    if name == "localhost" or name in names or name in by_routers(names):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def by_routers(names: tuple[str, ...]) -> set[str]:
    """Return how routers may call this machine, after its names in its own network."""
    called = {name.partition(".")[0] for name in names if name.endswith(".local")}
    return {f"{one}{suffix}" for one in called for suffix in ROUTERS}


def same_origin(origin: str | None, host: str) -> bool:
    """Return whether a request that changes something comes from a page of ours."""
    return origin in (f"http://{host}", f"https://{host}")


def guard(app: Flask, names: Callable[[], tuple[str, ...]], programs: tuple[str, ...] = ()) -> None:
    """Refuse foreign requests to *app* and set the headers of every answer.

    *names*: returns what this machine is called now, beside IP addresses and localhost.
    *programs*: what addresses begin with that heed no cookie, for programs with a token.
    """
    app.config["MAX_CONTENT_LENGTH"] = bodies.SMALL
    app.config["MAX_FORM_MEMORY_SIZE"] = bodies.SMALL
    app.config["MAX_FORM_PARTS"] = 200

    @app.before_request
    def refuse_foreign() -> None:
        host = request.headers.get("Host", "")
        if not is_ours(host, names()):
            abort(421, OTHER_HOST)
        if bodies.TOO_LARGE in request.environ:
            abort(413)
        if "Transfer-Encoding" in request.headers:  # no form of ours: its end is not waited for
            abort(411)
        if request.method in SAFE_METHODS:
            return
        # The second counts what a file's parser holds at once as well.
        request.max_content_length = request.max_form_memory_size = bodies.most(request.path)
        if request.path.startswith(programs):  # no page can send its reader's rights there
            return
        if not same_origin(request.headers.get("Origin"), host):
            abort(403, OTHER_PAGE)

    @app.after_request
    def set_headers(response: Response) -> Response:
        headers = response.headers
        headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
        headers["X-Content-Type-Options"] = "nosniff"
        headers["Referrer-Policy"] = "same-origin"
        headers.setdefault("Cache-Control", "no-store")
        return response
