"""What would be different, by the kind of the difference; and why a later record fits no more."""

from collections.abc import Mapping

from companion.sayings.said import marked as _

KINDS: Mapping[str, str] = {
    "cash": _("Cash of {name}"),
    "owes": _("Debts of {name}"),
    "at": _("{name} stands on"),
    "jailed": _("{name} in jail"),
    "laps": _("Rounds of {name}"),
    "cards": _("Jail cards of {name}"),
    "out": _("{name} is out"),
    "owner": _("{lot} belongs to"),
    "buildings": _("On {lot}"),
    "mortgaged": _("{lot} is mortgaged"),
    "pot": _("In the pot"),
    "turn": _("Whose turn it is"),
    "winners": _("The winner"),
}

ELSEWHERE = _("{what}: there it would have been about something else.")
YES, NO, NOTHING, NOBODY = _("yes"), _("no"), _("nothing"), _("nobody")
