"""The questions of set-up in their order: how far one has come, and the way back."""

from collections.abc import Mapping
from typing import Any

from flask import url_for

from companion.editions.model import Edition
from companion.sayings.said import marked as _
from web.setup.answers import query_so_far
from web.shared.context import speaker
from web.shared.render import page

TITLES: Mapping[str, str] = {
    "edition": _("The game"),
    "box": _("The printing"),
    "house": _("House rules"),
    "players": _("The players"),
    "bank": _("The Bank"),
    "first": _("Who begins"),
    "check": _("Ready to begin"),
}


def asked(step: str, edition: Edition | None, **values: Any) -> str:
    """Return the page of a step; one box has no other printings, so it is not asked for them."""
    steps = [one for one in TITLES if one != "box" or edition is None or edition.printings]
    at, query = steps.index(step), query_so_far()
    return page(
        f"setup/{step}.html",
        title=speaker().say(TITLES[step]),
        number=at + 1,
        last=len(steps),
        up=url_for(_where(steps[at - 1]), **query) if at else url_for("banker.banker"),  # type: ignore[arg-type]  # Flask takes lists as repeated values
        edition=edition,
        query=query,
        **values,
    )


def _where(step: str) -> str:
    return "house.house" if step == "house" else f"setup.{step}"
