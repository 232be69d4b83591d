"""A game begins, or another one of this home goes on."""

from msgspec.structs import replace

from companion.editions.library import Library
from companion.errors import CompanionError, JournalError
from companion.game.events import AnyEvent, BanknotesSet, HelpSet
from companion.game.refusals import Refusal
from companion.game.state import GameState, blank
from companion.journal.record import Cause
from companion.rules.setup import begin as dealt
from companion.rules.setup import why_banker_plays, why_no_end
from companion.table.answers import broken_by
from companion.table.cash.handing import BANKNOTES
from companion.table.desk import ONE_GAME, Desk
from companion.table.games.commands import Begin, Resume
from companion.table.games.seating import NOBODY, moves_between
from companion.table.help.proposal import HELP
from companion.table.live_game import begun, resumed
from companion.table.outcome import Another, Outcome
from companion.words import Seat


def begin(desk: Desk, command: Begin, cause: Cause) -> Outcome:
    """Begin a game in a journal of its own.

    Refused with `game-running` while one is unfinished, unless it is to be left; with
    `banker-plays` where too few people take part to do nothing else, and where the agreed end is
    missing that a game against the clock needs.
    """
    if desk.game is not None and not desk.game.is_over and not command.instead:
        return Refusal("game-running", ONE_GAME, {"game": desk.game.name})
    try:
        beginning = opened(command, desk.library)
        if isinstance(beginning, Refusal):
            return beginning
        # The phones that play are told by an event; what was left is another game's business.
        kept = replace(command, seating=NOBODY, instead=False)
        game = begun(desk.home, *beginning, cause, kept)
    except JournalError as error:
        return broken_by("not-saved", error)
    except CompanionError as error:
        return broken_by("edition", error)
    return Another(game)


def opened(command: Begin, library: Library) -> tuple[GameState, tuple[AnyEvent, ...]] | Refusal:
    """Return the state before the first event and the events that begin the game.

    Raises:
        CompanionError: the edition cannot be played so, or the players cannot.
    """
    players, ends = command.players, command.ends.strip()
    edition = library.edition(command.edition, command.variants, command.house, command.corrections)
    refusal = why_no_end(edition, ends)
    if command.banker == "apart":
        refusal = refusal or why_banker_plays(edition, len(players))
    if refusal:
        return refusal
    events = dealt(
        edition, players, first_roll=command.first_roll, banker=command.banker, ends=ends
    )
    if command.banknotes != "off":  # before the opening money, which is handed over as well
        on = BanknotesSet(banknotes=command.banknotes, because=BANKNOTES)
        events = (events[0], on, *events[1:])
    if command.helps != "book":
        events = (events[0], HelpSet(helps=command.helps, because=HELP), *events[1:])
    seats = map(Seat, range(len(players)))
    return blank(edition), (*events, *moves_between(NOBODY, command.seating, seats))


def resume(desk: Desk, command: Resume, _cause: Cause) -> Outcome:
    """Go on with another game of this home."""
    if desk.game is not None and desk.game.name == command.game:
        return ()
    try:
        game = resumed(desk.home, command.game, shortened_too=command.shortened_too)
        desk.home.note_current(command.game)
    except CompanionError as error:
        return broken_by("damaged", error)
    return Another(game)
