"""What can be broken. A refusal is no error: it is an answer (see `companion.game.refusals`)."""

from collections.abc import Mapping
from typing import Literal, Self, TypeAlias

ErrorCode: TypeAlias = Literal[
    "not-written",
    "not-read",
    "damaged",
    "phones-damaged",
    "pin-damaged",
    "manners-damaged",
    "keyring-damaged",
    "keyring-changed",
    "keyring-of-another",
    "keyring-replaced",
    "keyring-lacks-tag",
    "codebook",
    "issues-used-up",
    "no-such-sheet",
    "no-such-paper",
    "no-such-labels",
    "not-on-labels",
    "labels-unclear",
    "labels-twice-said",
    "labels-too-many",
    "labels-too-small",
    "labels-overlap",
    "labels-beyond-paper",
    "labels-below-tag",
    "nothing-to-lay",
    "box-outside",
    "no-picture",
    "camera-stopped",
    "camera-silent",
    "camera-gone",
    "camera-same",
    "camera-dark",
    "camera-stuck",
    "no-mat",
    "mat-covered",
    "mat-not-flat",
    "mirrored",
    "two-mats",
    "throws-damaged",
    "taught-damaged",
    "no-die-shown",
    "not-learned",
    "journal-damaged",
    "journal-newer",
    "journal-foreign",
    "journal-gone",
    "journal-there",
    "journal-no-name",
    "records-lost",
    "no-room",
    "disk-fails",
    "copy-settling",
    "copy-damaged",
    "copy-file-damaged",
    "copy-newer",
    "copy-not-written",
    "copy-stopped",
    "copy-fails",
    "place-missing",
    "place-read-only",
    "silent",
    "cannot-suppose",
    "same-names",
    "nobody-banks",
    "too-many-players",
    "no-toml",
    "no-utf8",
    "too-deep",
    "too-many-digits",
    "edition-too-long",
    "edition-as-it-ships",
    "no-edition",
    "no-variant",
    "not-together",
    "id-taken",
    "id-twice",
    "no-id",
    "no-origin",
    "no-such-origin",
    "key-unread",
    "key-missing",
    "word-missing",
    "not-of-kind",
    "unknown-word",
    "out-of-bounds",
    "no-house-rule",
    "players-crossed",
    "too-many-deeds",
    "nothing-to-correct",
    "there-twice",
    "space-missing",
    "no-such-space",
    "figures-counted",
    "figures-falling",
    "kinds-counted",
    "kind-elsewhere",
    "group-size",
    "group-costs",
    "no-such-group",
    "mortgage-too-high",
    "no-such-target",
    "notes-falling",
    "no-such-note",
    "start-notes",
    "amount-unwritten",
    "example-otherwise",
    "decks-counted",
    "cards-counted",
    "card-of-no-deck",
    "card-kept",
    "draw-alone",
    "effects-counted",
    "no-such-effect",
    "repairs-counted",
    "choice-of-others",
    "choice-too-small",
    "key-false",
    "deck-not-replaced",
]
"""Errors that pages say in their reader's language, with a sentence of their own for each; the
error's words are for the terminal."""

ErrorFacts: TypeAlias = Mapping[str, str | int | float]


class CompanionError(Exception):
    """Something is broken; the text says what, where, and how to mend it.

    Args:
        what: what is wrong, as a person would say it.
        where: the file, key, device or record, if there is one.
        mend: what the person can do about it.
        code: the same for pages; None: they say the words.
        facts: what the sentence of the code names; `place`: where for pages, if *where* has words
            in it.
    """

    def __init__(
        self,
        what: str,
        *,
        where: str = "",
        mend: str = "",
        code: ErrorCode | None = None,
        facts: ErrorFacts | None = None,
    ) -> None:
        self.what, self.where, self.mend = what, where, mend
        self.code, self.facts = code, facts or {}
        place = f"{where}: " if where else ""
        cure = f" ({mend})" if mend else ""
        super().__init__(f"{place}{what}{cure}")

    def at(self, where: str, *, mend: str = "") -> Self:
        """Return the same, named by whoever knows the place; *mend*: if there is a better one."""
        told = mend or self.mend
        facts = {name: fact for name, fact in self.facts.items() if name != "place"}
        return type(self)(self.what, where=where, mend=told, code=self.code, facts=facts)

    def kept(self) -> "CompanionError":
        """Return the same without what led to it, for whoever says it as long as it lasts."""
        return CompanionError(
            self.what, where=self.where, mend=self.mend, code=self.code, facts=self.facts
        )


class EditionError(CompanionError):
    """An edition or rulebook file does not describe a game."""


class ExcludedError(EditionError):
    """A variant that was asked for is not played with another one, or not in this edition."""


class ScenarioError(CompanionError):
    """A scenario file cannot be played at all."""


class JournalError(CompanionError):
    """The journal cannot be written or is damaged."""


class BackupError(CompanionError):
    """A copy of a home cannot be made, or is not whole."""


class PictureError(CompanionError):
    """A picture or clip cannot be read."""


class CameraError(CompanionError):
    """A camera cannot be opened, or has stopped giving frames."""


class KeyringError(CompanionError):
    """A keyring or codebook of tags cannot be used."""


class SheetError(CompanionError):
    """A sheet cannot be printed as it was asked for."""


class UnbalancedError(CompanionError):
    """An entry of the ledger does not sum to zero."""


class SettingsError(CompanionError):
    """The program was started with something it cannot work with."""
