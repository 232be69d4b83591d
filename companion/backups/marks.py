"""How far copies know games to have come whose own marks are gone (`companion.journal.mark`)."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from companion.backups.choice import chosen_of
from companion.backups.copy_folder import FOLDER, CopyFolder
from companion.backups.manifest import belonging, game_of, is_journal
from companion.journal import mark


def note_from_copies(home: Path) -> None:
    """Note what the copies on the card know of games without a mark, before they are opened."""
    unmarked = list(_unmarked(home))
    if not unmarked:
        return
    ours = chosen_of(home).home_id
    manifests = [copy.manifest for copy in CopyFolder(home / FOLDER).copies()]
    for journal in unmarked:
        game = game_of(journal.name)
        known = (m.records_of(game) for m in manifests if m.home == ours)
        if most := max(known, default=0):
            with suppress(OSError):  # a disk that keeps nothing is said when the game is opened
                mark.note(journal, most)


def _unmarked(home: Path) -> Iterator[Path]:
    journals = (home / name for name in belonging(home) if is_journal(name))
    return (journal for journal in journals if not mark.marked(journal))
