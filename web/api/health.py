"""`GET /api/health`: which version runs, and how it is; what an update is judged by."""

from ipaddress import ip_address

from flask import Blueprint, Response, request

from web.api.commands import as_json
from web.shared.context import current

bp = Blueprint("health", __name__, url_prefix="/api")

FRESH_S = 60.0
"""So old may be what others are told than this machine itself: looking at everything is dear."""


@bp.get("/health")
def health() -> Response:
    """Return the build and every check of the doctor, by name, health and code."""
    ours = ip_address(request.remote_addr or "::").is_loopback
    checks = current().checkup.found(0.0 if ours else FRESH_S)
    told = [{"name": one.name, "health": one.health, "code": one.code} for one in checks]
    return as_json({"build": current().settings.build, "checks": told})
