"""The page that says what a phone says of this companion's certificate, and the file to install."""

from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, request
from flask.typing import ResponseReturnValue

from web.certificate.view import INSTALLED, PAST_THE_WARNING, fingerprint, in_words
from web.shared.context import current, speaker
from web.shared.render import page

bp = Blueprint("certificate", __name__, url_prefix="/certificate")

MIMETYPE = "application/x-x509-ca-cert"
"""By it phones know what they are given, an iPhone at once."""


@bp.get("")
def certificate() -> ResponseReturnValue:
    """Say what happens over https, and what it is worth."""
    secure = current().parts.secure
    return page(
        "certificate/certificate.html",
        addresses=secure.addresses if secure else (),
        address=secure.address_for(_host()) if secure else "",
        is_secure=request.is_secure,
        past=in_words(speaker(), PAST_THE_WARNING),
        installed=in_words(speaker(), INSTALLED),
        fingerprint=fingerprint(_authority()),
    )


@bp.get("/companion.crt")
def authority() -> ResponseReturnValue:
    """Hand out the authority's certificate; its key is not in it."""
    told = _authority()
    if not told:
        abort(404)
    return Response(told, mimetype=MIMETYPE)


def _host() -> str:
    """Return by which name or number this page was asked for."""
    return urlsplit(request.host_url).hostname or ""


def _authority() -> bytes:
    secure = current().parts.secure
    return secure.authority if secure else b""
