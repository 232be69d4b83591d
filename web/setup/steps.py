"""The questions of set-up in their order: how far one has come, and the way back."""

from collections.abc import Mapping
from typing import Any

from flask import url_for

from companion.editions.model import Edition
from companion.sayings.said import marked as _
from web.setup.answers import query_so_far
from web.shared.context import current, speaker
from web.shared.render import page

TITLES: Mapping[str, str] = {
    "edition": _("The game"),
    "box": _("The printing"),
    "house": _("House rules"),
    "players": _("The players"),
    "bank": _("The Bank"),
    "first": _("Who begins"),
    "equipment": _("Camera and buttons"),
    "check": _("Ready to begin"),
}


def asked(step: str, edition: Edition | None, **values: Any) -> str:
    """Return the page of a step; what does not arise for this box or this machine is left out.

    How many there are nobody knows until the box is chosen.
    """
    printings, equipped = edition is None or bool(edition.printings), has_equipment()
    left_out = {"box": not printings, "equipment": not equipped}
    steps = [one for one in TITLES if not left_out.get(one, False)]
    at, query = steps.index(step), query_so_far()
    return page(
        f"setup/{step}.html",
        title=speaker().say(TITLES[step]),
        number=at + 1,
        last=len(steps) if step != "edition" else 0,
        up=url_for(_where(steps[at - 1]), **query) if at else url_for("banker.banker"),  # type: ignore[arg-type]  # Flask takes lists as repeated values
        edition=edition,
        here=url_for(_where(step), **query),  # type: ignore[arg-type]  # as above
        query=query,
        onward=url_for(_where("equipment" if equipped else "check")),
        **values,
    )


def has_equipment() -> bool:
    """Return whether there is a camera or a button to be looked at."""
    return current().parts.sight is not None or bool(current().button_seats)


def _where(step: str) -> str:
    return f"{step}.{step}" if step in {"house", "equipment"} else f"setup.{step}"
