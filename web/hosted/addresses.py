"""Where a table without a machine of its own is reached: where its pages are being read."""

from flask import request


def here() -> tuple[str, ...]:
    """Return by what address the page that is answered was asked for, without the table's part."""
    return (request.host_url.rstrip("/"),)
