"""A tournament as its pages show it: rounds, tables, standings, for one reader."""

from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal

import msgspec
from flask import abort
from msgspec.structs import replace

from companion.editions.library import Library
from companion.errors import EditionError
from companion.hub.proposals import ProposedResult, proposed
from companion.hub.results import EnteredResult
from companion.hub.round_tables import Place
from companion.hub.tournaments import (
    RoundTable,
    Tournament,
    TournamentPlace,
    TournamentRound,
)
from companion.sayings.said import marked as _
from companion.speaker import THOUSANDS
from companion.tournament.seating import fewest_repeats, repeats
from web.club.context import club, heard
from web.club.view import clock_words
from web.club.wording import said
from web.shared.language import chosen

NOBODY_TWICE = _("Nobody meets anybody twice.")
NOT_FEWER = _("No seating has fewer.")
FEWEST = _("No seating has fewer than {n}.")
TIE_BREAK = _(
    "Who has more points is first; then who has won more tables, alone or shared; then who had the"
    " larger share of all worth at their tables, added up over the rounds. Equals share a place."
)


class ShownPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody at a table of a round."""

    id: int
    name: str
    worth: str  # nothing: not entered
    points: str


class ShownTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table of a round."""

    number: int
    players: tuple[ShownPlayer, ...]
    is_entered: bool
    is_proposed: bool  # a game says what came of it
    at: str = ""  # the table of the club where it sits
    club_table: int | None = None  # its number there


class ShownRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round."""

    number: int
    has_begun: bool
    left_ms: int | None  # None: no clock runs
    left: str  # the same, without a script
    tables: tuple[ShownTable, ...]

    @property
    def entered(self) -> int:
        """Of how many tables it is known what came of them."""
        return sum(table.is_entered for table in self.tables)

    @property
    def is_open(self) -> bool:
        """Whether it is not known yet what came of all of them."""
        return self.entered < len(self.tables)

    @property
    def alphabet(self) -> list[tuple[str, ShownTable]]:
        """Who sits at which table, by name."""
        rows = [(one.name, table) for table in self.tables for one in table.players]
        return sorted(rows, key=lambda row: row[0].casefold())


class ShownPlace(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the standings."""

    place: int
    name: str
    points: str
    won: int
    share: str
    rounds: int


def found(number: int) -> Tournament:
    """Return the tournament of an address; what is none is not found."""
    return club().hub.tournaments.one(number) or abort(404)


def round_of(tournament: Tournament, number: int) -> TournamentRound:
    """Return one of its rounds; what is none is not found."""
    rounds = club().hub.tournaments.rounds(tournament.id)
    return next((one for one in rounds if one.number == number), None) or abort(404)


def changed() -> None:
    """Have all pages look anew."""
    club().keeper.tell()
    club().keeper.ring()  # the lobby has to read how long its tables have


def editions() -> list[tuple[str, str]]:
    """Return id and name of what can be played."""
    shelf = Library()
    return [(one.id, one.name) for one in map(shelf.edition, shelf.ids())]


def edition_name(edition: str) -> str:
    """Return what an edition is called; its id, if it is not known here."""
    try:
        return Library().edition(edition).name
    except EditionError:
        return edition


def shown_round(
    tournament: Tournament,
    round_: TournamentRound,
    booked: Collection[str] = (),
    at: Mapping[Place, tuple[int, str]] = {},
) -> ShownRound:
    """Return a round as pages show it.

    Args:
        tournament: which.
        round_: which.
        booked: games from which results were taken.
        at: where its tables sit, as far as that is to be shown.
    """
    left = None if tournament.is_closed else round_.left_s
    return ShownRound(
        number=round_.number,
        has_begun=round_.begun_at is not None,
        left_ms=None if left is None else int(left * 1000),
        left="" if left is None else clock_words(left),
        tables=tuple(
            replace(
                _table(tournament, round_, table, booked),
                club_table=where[0],
                at=where[1],
            )
            for table in round_.tables
            for where in (at.get((round_.number, table.number), (None, "")),)
        ),
    )


def proposal(
    tournament: Tournament, round_: TournamentRound, table: RoundTable, booked: Collection[str]
) -> ProposedResult | None:
    """Return what a game says of a table of which nothing was entered yet."""
    if table.worth or tournament.is_closed:
        return None
    return proposed(tournament, round_, table, club().keeper.lobby.lines, booked)


def booked_games(results: Sequence[EnteredResult]) -> frozenset[str]:
    """Return the games from which results were taken."""
    return frozenset(one.game for one in results if one.game is not None)


def places(standings: Sequence[TournamentPlace]) -> list[ShownPlace]:
    """Return the standings, the first first."""
    return [
        ShownPlace(
            place=one.place,
            name=one.name,
            points=number(one.points),
            won=one.won,
            share=number(one.share * 100, 1),
            rounds=one.rounds,
        )
        for one in standings
    ]


def met_again(rounds: Sequence[TournamentRound]) -> str:
    """Say how often people meet again, and whether any seating is better."""
    seated = [
        tuple(tuple(str(one.id) for one in table.players) for table in round_.tables)
        for round_ in rounds
    ]
    again = repeats(seated)
    if not seated or again == 0:
        return said(NOBODY_TWICE) if seated else ""
    text = (
        heard()
        .ngettext(
            "{n} time two people meet who have met before.",
            "{n} times two people meet who have met before.",
            again,
        )
        .format(n=again)
    )
    everybody = {frozenset(one for table in round_ for one in table) for round_ in seated}
    if len(everybody) > 1:
        return text  # with people who came or went nobody knows what can be reached
    sizes = [[len(table) for table in round_] for round_ in seated]
    least = fewest_repeats(len(next(iter(everybody))), sizes)
    if least >= again:
        return f"{text} {said(NOT_FEWER)}"
    return f"{text} {said(FEWEST, n=least)}"


def called(rounds: Sequence[TournamentRound], names: Mapping[int, str]) -> list[TournamentRound]:
    """Return rounds with other names for everybody, by their numbers."""

    def table(one: RoundTable) -> RoundTable:
        players = (replace(each, name=names[each.id]) for each in one.players)
        return replace(one, players=tuple(players))

    return [replace(one, tables=tuple(map(table, one.tables))) for one in rounds]


def number(amount: Decimal, digits: int = 2) -> str:
    """Return a number as the reader writes it, without zeros at its end."""
    text = f"{amount:.{digits}f}".rstrip("0").rstrip(".")
    return text if chosen(club().catalogues) == "en" else text.replace(".", ",")


def grouped(amount: int) -> str:
    """Return a whole number, its thousands apart."""
    between = THOUSANDS.get(chosen(club().catalogues), ",")
    return f"{amount:,}".replace(",", between.replace(" ", "\u202f"))


def _table(
    tournament: Tournament, round_: TournamentRound, table: RoundTable, booked: Collection[str]
) -> ShownTable:
    return ShownTable(
        number=table.number,
        players=tuple(
            ShownPlayer(
                id=one.id,
                name=one.name,
                worth=grouped(table.worth[one.id]) if one.id in table.worth else "",
                points=number(table.points[one.id]) if one.id in table.worth else "",
            )
            for one in table.players
        ),
        is_entered=len(table.worth) == len(table.players),
        is_proposed=proposal(tournament, round_, table, booked) is not None,
    )
