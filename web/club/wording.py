"""What the hub refuses, in the reader's language."""

from collections.abc import Mapping

from companion.errors import CompanionError
from companion.sayings.errors import said_of
from companion.sayings.said import marked as _
from companion.shipping.wire import Refused, RefusedCode
from web.club.context import heard

NO_FIRST_CODE = _("That is not the code that the terminal shows.")
LAST_ORGANISER = _("The last organiser stays: somebody must be able to let others in.")

REFUSED: Mapping[RefusedCode, str] = {
    "name-taken": _("Somebody is called so already."),
    "password-wrong": _("Name and password do not go together."),
    "password-short": _("A password has {least} letters or more."),
    "seats-wrong": _("{players} players, tables: {tables}. At each 2 to 6 can sit."),
    "seats-other": _("Seats were drawn or changed meanwhile. Look once more."),
    "seats-drawing": _("A draw is being made already. It will stand here in a moment."),
    "result-in": _("A result of table {table} is entered: who sat there stays."),
    "table-full": _("At table {table} at most {most} can sit."),
    "round-absent": _("Somebody who sits out has a seat in this round. Look once more."),
    "round-early": _("This round has begun already, or the one before it has not."),
    "result-other": _("Somebody has entered something here meanwhile. Look once more."),
    "table-twice": _("A table of the club cannot have two tables of one round."),
    "no-reason": _("Give the reason: it stays beside the correction."),
    "not-seated": _("Somebody of these does not sit at this table."),
    "tournament-begun": _("A round has begun: the tournament can be closed, but not deleted."),
    "rules-stay": _("A round has begun: its rules stay as they are, for all tables."),
    "no-clock": _("No clock of this round runs."),
    "tournament-closed": _("This tournament is closed."),
    "too-many-tries": _("Too many wrong tries. Try again in {wait} seconds."),
}
"""Of what people ask for; tables have sentences of their own."""


def said(sentence: str, **facts: int | str) -> str:
    """Return a sentence in the reader's language, with its facts put in."""
    return heard().gettext(sentence).format(**facts)


def error_in_words(error: CompanionError) -> str:
    """Return what is broken and its mend."""
    assert error.code is not None
    return " ".join(filter(None, said_of(error.code, error.facts, heard().gettext)))


def refused_in_words(refused: Refused) -> str:
    """Return why somebody was refused."""
    facts = {"least": 8, **refused.facts}
    return said(REFUSED.get(refused.code, REFUSED["password-wrong"]), **facts)
