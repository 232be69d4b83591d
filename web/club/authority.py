"""The certificate of who signs for this hub: a table compares its print with the join code."""

import base64
import ssl
from hashlib import sha256

from flask import Blueprint, Response, abort

from web.club.context import club

bp = Blueprint("authority", __name__)

PRINT_LETTERS = 10
"""Of the authority's digest in a join code."""


@bp.get("/club/authority.pem")
def authority() -> Response:
    """Hand out the authority's certificate; its key is not in it."""
    told = _der()
    if not told:
        abort(404)
    return Response(ssl.DER_cert_to_PEM_cert(told), mimetype="application/x-pem-file")


def join_code(secret: str) -> str:
    """Return a join code as people type it: the secret, and by what the authority is known."""
    letters = base64.b32encode(sha256(_der()).digest()).decode()
    return f"{secret}-{letters[:PRINT_LETTERS]}"


def _der() -> bytes:
    secure = club().settings.secure
    return secure.authority if secure else b""
