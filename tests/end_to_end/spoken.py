"""All that is said aloud in a whole game between built-in players, as text to read through.

`.venv/bin/python -m tests.end_to_end.spoken EDITION --language ru --level full` writes it.
"""

import argparse
from collections.abc import Iterator

from companion.bots.match import Match
from companion.editions.load import load_edition
from companion.journal.record import FIRST_DIGEST, Cause, Record
from companion.rules.asked import asked
from companion.sayings.announcements import Level
from companion.table.view import View
from companion.voice.announcer import announced, asked_now
from companion.voice.croupier import Croupier
from web.shared.language import catalogues

PLAYERS = 4
CAUSE = Cause(role="start", origin="start", wall=0.0, mono=0.0, boot="")


def records_of(edition: str, seed: int) -> Iterator[tuple[Record, View]]:
    """Play a game to its end; yield each record and how the table stands after it."""
    match = Match(load_edition(edition), PLAYERS, seed)
    told, seq = 0, 0
    while True:
        seq += 1
        events = tuple(match.events[told:])
        told = len(match.events)
        record = Record(seq=seq, events=events, cause=CAUSE, command={}, digest=FIRST_DIGEST)
        yield record, View(state=match.state, asked=asked(match.state), seq=seq)
        if match.state.winners:
            return
        match.step()


def spoken(edition: str, language: str, level: Level, seed: int = 1) -> Iterator[str]:
    """Yield what is heard in a whole game, one announcement a line."""
    moment = ""
    for record, view in records_of(edition, seed):
        assert view.state is not None
        names = tuple(player.name for player in view.state.players)
        croupier = Croupier(catalogues()[language], view.state.edition, names)
        one, now = announced(croupier, record, level), asked_now(croupier, view, level)
        if one is not None:
            yield f"[{one.earcon}] {one.text}".rstrip()
        if now is not None and now.id != moment:
            yield f"[{now.earcon}] {now.text}".rstrip()
        moment = now.id if now is not None else ""


def main() -> None:
    """Write a game's sentences."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("edition")
    parser.add_argument("--language", choices=sorted(catalogues()), default="en")
    parser.add_argument("--level", choices=("sounds", "brief", "full"), default="full")
    parser.add_argument("--seed", type=int, default=1)
    asked_for = parser.parse_args()
    for line in spoken(asked_for.edition, asked_for.language, asked_for.level, asked_for.seed):
        print(line)


if __name__ == "__main__":
    main()
