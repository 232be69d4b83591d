"""The editions of one companion, as its pages want them."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from companion.editions.library import Library
from companion.editions.model import Edition
from companion.editions.rulebook import Rulebook
from companion.errors import CompanionError
from web.shared.ports import EditionCard

FIRST_CHOICE = "us-classic"
"""The edition that set-up proposes first."""


class Shelf:
    """Ours, and those of one home, if there is one."""

    def __init__(self, home: Path | None) -> None:
        self._library = Library(home)

    def all(self) -> Sequence[EditionCard]:
        """Return every edition, the one to propose first."""
        ids = sorted(self._library.ids(), key=lambda name: name != FIRST_CHOICE)
        editions = map(self.edition, ids)
        return [EditionCard(id=e.id, name=e.name, language=e.language) for e in editions]

    def mistakes(self) -> Sequence[CompanionError]:
        """Return why files of the home's editions cannot be played, the first mistake of each."""
        return self._library.mistakes()

    def edition(
        self,
        edition_id: str,
        variants: Sequence[str] = (),
        house: Mapping[str, object] = {},
    ) -> Edition:
        """Return one edition as it stands in its file, or with variants and house rules in it."""
        return self._library.edition(edition_id, variants, house)

    def rulebook(self, edition_id: str) -> Rulebook:
        """Return an edition's catalogue of rules."""
        return self._library.rulebook(edition_id)
