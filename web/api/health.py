"""`GET /api/health`: which version runs, and how it is; what an update is judged by."""

import sys
from ipaddress import ip_address
from pathlib import Path

from flask import Blueprint, Response, request

from web.api.commands import as_json
from web.shared.context import current

bp = Blueprint("health", __name__, url_prefix="/api")

FRESH_S = 60.0
"""So old may be what others are told than this machine itself: looking at everything is dear."""


@bp.get("/health")
def health() -> Response:
    """Return the build, its environment's name, and every check by name, health and code."""
    ours = ip_address(request.remote_addr or "::").is_loopback
    checks = current().checkup.found(0.0 if ours else FRESH_S)
    told = [{"name": one.name, "health": one.health, "code": one.code} for one in checks]
    installed = Path(sys.prefix).name  # tells apart what has one number
    return as_json({"build": current().settings.build, "installed": installed, "checks": told})
