"""Commands of disputes and votes."""

from companion.game.commands import SeatField, Seq
from companion.game.events import Ruling
from companion.table.command import Reason, TableCommand
from companion.table.disputing.disputes import Customs


class RaiseDispute(TableCommand, frozen=True, kw_only=True, tag="dispute"):
    """Say that a record is wrong."""

    right = "challenge"

    seq: Seq
    why: Reason = ""


class RuleOn(TableCommand, frozen=True, kw_only=True, tag="rule"):
    """Rule on a disputed record: it stands, was corrected, or is taken back with what came later.

    It is taken back only where the last record is the one that was *seen*.
    """

    seq: Seq
    ruling: Ruling
    why: Reason = ""
    seen: Seq | None = None


class AskVote(TableCommand, frozen=True, kw_only=True, tag="ask-vote"):
    """Ask the table to go back to just after a record; who asks votes for it."""

    right = "vote"

    by: SeatField
    to: Seq
    why: Reason = ""


class CastVote(TableCommand, frozen=True, kw_only=True, tag="vote"):
    """Vote."""

    right = "vote"

    by: SeatField
    vote: Seq
    yes: bool


class EndWaits(TableCommand, frozen=True, kw_only=True, tag="end-dispute"):
    """The clock ran out on a vote, or on play that waited for a ruling."""

    right = "end-dispute"
    inward = True


class SetCustoms(TableCommand, frozen=True, kw_only=True, tag="customs"):
    """Set how this table settles disputes."""

    in_game = recorded = False

    customs: Customs


class RefusedPress(TableCommand, frozen=True, kw_only=True, tag="refuse"):
    """Somebody pressed too late: the record of it, which nobody asks for."""

    inward = True
