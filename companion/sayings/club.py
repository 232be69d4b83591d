"""What is broken between a table and the hub of its club -> a sentence and its mend."""

from collections.abc import Mapping

from companion.sayings.said import Said
from companion.sayings.said import marked as _

_TYPE_IT = _("Type the code as the organiser's page shows it: eight letters, a dash, ten letters.")
_ANOTHER = _("Ask the organiser for another code.")
_BY_ITSELF = _("The game goes on here, and all of it follows by itself.")
_ORGANISER = _("The game goes on here. Tell the organiser of the club.")

CLUB: Mapping[str, Said] = {
    "club-code-long": Said(
        _("This join code has {count} letters and digits instead of {due}."), _TYPE_IT
    ),
    "club-code-letter": Said(_("No join code has a “{letter}” there."), _TYPE_IT),
    "club-code-unknown": Said(_("The club does not know this code, or it is too old."), _ANOTHER),
    "club-code-used": Said(_("A table has joined with this code already."), _ANOTHER),
    "club-tries": Said(_("Too many codes were tried."), _("Wait {wait} seconds, then try again.")),
    "club-address": Said(
        _("This is no address: {typed}"),
        _("Type it as the organiser's page shows it: 192.168.1.20"),
    ),
    "club-print": Said(
        _("What answers at {hub} is not the hub that this code is for."),
        _("Compare the address and the second half of the code with the organiser's page."),
    ),
    "club-damaged": Said(
        _("Which club this table belongs to could not be read. The file was laid aside."),
        _("The game goes on without a club. Join anew, with a code from the organiser."),
    ),
    "hub-away": Said(
        _("The hub at {hub} does not answer."),
        _("Look whether it is on, and in the same network. The game goes on here meanwhile."),
    ),
    "hub-nonsense": Said(
        _("What answers at {hub} does not speak as the hub of a club."),
        _("Look whether the address is right."),
    ),
    "hub-name": Said(
        _("The hub does not answer to the name {hub}."),
        _("Type another of its addresses, as the organiser's page shows it."),
    ),
    "hub-other": Said(
        _("At {hub} another hub answers than the one that this table joined."),
        _("Nothing is sent there. If the club has a new hub, join it with a new code."),
    ),
    "hub-refuses": Said(_("The hub does not take it: {why}"), _ORGANISER),
    "hub-ahead": Said(
        _("The hub has {there} entries of this game, and this table only {here}."),
        _(
            "A copy was taken back here, or the card has lost entries. Nothing is overwritten:"
            " begin a new game, or tell the organiser of the club."
        ),
    ),
    "hub-database-away": Said(_("The hub cannot reach its database just now."), _BY_ITSELF),
    "token-void": Said(
        _("The club does not know this table any more."),
        _("The game goes on here. Join anew, with a code from the organiser."),
    ),
    "game-elsewhere": Said(
        _("This game goes on at another table: {table}."), _("Go on there, or begin a new game.")
    ),
    "chain-forks": Said(
        _("At the hub entry {seq} of this game is another than here."),
        _(
            "Nothing is overwritten. The game was also played elsewhere, or a copy was taken back:"
            " begin a new game, or tell the organiser of the club."
        ),
    ),
    "digest-wrong": Said(
        _("The hub says that entry {seq} of this game does not match its digest."), _ORGANISER
    ),
    "record-damaged": Said(
        _("The hub cannot read entry {seq} of this game, and takes nothing more of it."),
        _ORGANISER,
    ),
    "shipping-fails": Said(
        _("The companion made a mistake in sending to the club. Its log says which."), _BY_ITSELF
    ),
}
"""What stands between a table and its club."""
