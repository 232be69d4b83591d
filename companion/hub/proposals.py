"""What games that tables sent say of a tournament's tables; a person books it."""

from collections.abc import Collection, Iterable
from unicodedata import normalize

import msgspec

from companion.editions.typed import shown
from companion.hub.lobby import LobbyLine
from companion.hub.tournaments import RoundTable, Tournament, TournamentRound


class ProposedResult(msgspec.Struct, frozen=True, kw_only=True):
    """What a game says of a table in a round."""

    game: str  # digest of its first record, 64 hex
    club_table: str  # where it is played
    worth: dict[int, int]  # by player; 0: bankrupt
    is_over: bool  # false: the round's time is up, and the game goes on
    by_other_rules: bool = False  # than the tournament's


def proposed(
    tournament: Tournament,
    round_: TournamentRound,
    table: RoundTable,
    lines: Iterable[LobbyLine],
    booked: Collection[str] = (),
) -> ProposedResult | None:
    """Return what a game of this table's players says; None: there is none that says it surely.

    That is a game of the tournament's edition, with exactly those who sit there, by the name that
    they have or had, which has gone on since the round began, and is over or out of time. Two of
    them are none.

    Args:
        tournament: which.
        round_: which.
        table: of that round.
        lines: the newest game of every table of the club.
        booked: games from which results were taken already, by the digest of their first record.
    """
    if round_.begun_at is None:
        return None
    ids = {_plain(one.name): one.id for one in table.players}
    called = _former(table) | ids  # who has a name counts before who had it
    everybody = sorted(ids.values())
    is_late = round_.left_s is not None and round_.left_s <= 0
    found = [
        line
        for line in lines
        if line.edition_id == tournament.edition
        and line.trouble is None
        and line.kept_at >= round_.begun_at
        and line.game not in booked
        and (line.is_over or is_late)
        and sorted(called.get(_plain(one.name), 0) for one in line.seats) == everybody
        and len(ids) == len(table.players)
    ]
    if len(found) != 1:
        return None
    line = found[0]
    worth = {called[_plain(one.name)]: max(int(one.worth), 0) for one in line.seats}
    if len({one.worth for one in line.seats}) != len(set(worth.values())):
        return None  # half an amount parts two of them: a person says who is first
    return ProposedResult(
        game=line.game,
        club_table=line.table,
        worth=worth,
        is_over=line.is_over,
        by_other_rules=not _is_played_by(line, tournament),
    )


def _former(table: RoundTable) -> dict[str, int]:
    """Return who was called otherwise before, by that name."""
    return {_plain(name): one.id for one in table.players for name in one.former}


def _is_played_by(line: LobbyLine, tournament: Tournament) -> bool:
    """Return whether a game has the tournament's rules."""
    edition = line.edition
    if edition is None or {*edition.variants} != {*tournament.variants}:
        return False
    return {name: shown(value) for name, value in edition.house.items()} == tournament.house


def _plain(name: str) -> str:
    return " ".join(normalize("NFC", name).split()).casefold()
