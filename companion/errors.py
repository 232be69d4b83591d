"""What can be broken. A refusal is no error: it is an answer (see `companion.game.refusals`)."""

from collections.abc import Mapping
from typing import Any, Literal, Self, TypeAlias, TypeVar

from companion.sayings.errors import said_of

ErrorCode: TypeAlias = Literal[
    "not-written",
    "not-read",
    "damaged",
    "kept-damaged",
    "calibration-damaged",
    "swap-damaged",
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
    "wifi-name",
    "wifi-password",
    "labels-unclear",
    "labels-twice-said",
    "labels-too-many",
    "labels-too-small",
    "labels-overlap",
    "labels-beyond-paper",
    "labels-below-tag",
    "nothing-to-lay",
    "box-outside",
    "tray-crossed",
    "tray-small",
    "tray-size",
    "tray-misfit",
    "authority-damaged",
    "certificate-damaged",
    "certificate-fails",
    "certificate-not-read",
    "no-picture",
    "camera-stopped",
    "camera-silent",
    "camera-gone",
    "camera-same",
    "camera-dark",
    "camera-stuck",
    "eye-none",
    "eye-silent",
    "eye-away",
    "camera-missing",
    "camera-shut",
    "camera-unanswered",
    "stream-silent",
    "rtsp-silent",
    "ribbon-empty",
    "picamera-missing",
    "no-address",
    "eye-gone",
    "eye-taken",
    "keypad-gone",
    "keypad-missing",
    "keypad-closed",
    "lgpio-missing",
    "pins-none",
    "no-mat",
    "mat-covered",
    "mat-not-flat",
    "mirrored",
    "two-mats",
    "throws-damaged",
    "taught-damaged",
    "looks-damaged",
    "no-die-shown",
    "not-learned",
    "journal-damaged",
    "journal-newer",
    "journal-foreign",
    "journal-gone",
    "journal-moved",
    "journal-there",
    "journal-no-name",
    "records-lost",
    "home-forgotten",
    "no-room",
    "disk-fails",
    "hub-database",
    "hub-full",
    "hub-newer",
    "hub-risky",
    "no-worker",
    "table-elsewhere",
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
    "club-code-long",
    "club-code-letter",
    "club-code-unknown",
    "club-code-used",
    "club-tries",
    "club-address",
    "club-print",
    "club-damaged",
    "hub-away",
    "hub-nonsense",
    "hub-name",
    "hub-other",
    "hub-refuses",
    "hub-ahead",
    "hub-database-away",
    "token-void",
    "game-elsewhere",
    "chain-forks",
    "digest-wrong",
    "record-damaged",
    "shipping-fails",
]
"""Errors with a sentence of their own in `companion.sayings.errors`."""

ErrorFact: TypeAlias = str | int | float
ErrorT = TypeVar("ErrorT", bound="CompanionError")


class CompanionError(Exception):
    """Something is broken; the text says what, where, and how to mend it.

    What a page may show has a code: its English stands in `companion.sayings` alone, and pages
    translate it. What only a terminal shows (options, scenario files) or nobody should ever see (a
    bug) has its words where it is raised.

    Args:
        what: what is wrong, as a person would say it; empty if there is a code.
        where: the file, key, device or record, if there is one.
        mend: what the person can do about it; of a code the saying says it.
        code: names what is wrong.
        detail: what a library or the system says of it: for terminal and log, never for a page.
        facts: what the sentence of the code names.
    """

    def __init__(
        self,
        what: str = "",
        *,
        where: str = "",
        mend: str = "",
        code: ErrorCode | None = None,
        detail: str = "",
        **facts: ErrorFact,
    ) -> None:
        self.where, self.code, self.detail = where, code, detail
        self.facts: Mapping[str, Any] = facts
        self.what, self.mend = what, mend
        place = f"{where}: " if where else ""
        cure = f" ({mend})" if mend else ""
        if code is not None:
            self.what, self.mend = said_of(code, facts)
            self.what = f"{self.what.removesuffix('.')}: {detail}." if detail else self.what
            cure = f" {self.mend}" if self.mend else ""
        super().__init__(f"{place}{self.what}{cure}")

    def at(self, where: str) -> Self:
        """Return the same, named by whoever knows the place."""
        return self._again(type(self), where)

    def kept(self) -> "CompanionError":
        """Return the same without what led to it, for whoever says it as long as it lasts."""
        return self._again(CompanionError, self.where)

    def _again(self, kind: type[ErrorT], where: str) -> ErrorT:
        told, code, detail = self.mend, self.code, self.detail
        return kind(self.what, where=where, mend=told, code=code, detail=detail, **self.facts)


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


class ClubError(CompanionError):
    """A table cannot join its club, or cannot ship its records to the hub."""


class HubError(CompanionError):
    """The club's database cannot be used; nothing was kept."""


class ValueRefusedError(HubError):
    """What was sent has a letter or a number in it that no database keeps; nothing was kept."""


class PictureError(CompanionError):
    """A picture or clip cannot be read."""


class LargePictureError(PictureError):
    """A picture or clip would take more memory than there is for it."""


class PictureBusyError(PictureError):
    """Other pictures are looked at for too long."""


class ThrowsError(CompanionError):
    """Throws that were handed on cannot be written or read."""


class CameraError(CompanionError):
    """A camera cannot be opened, or has stopped giving frames."""


class KeyringError(CompanionError):
    """A keyring or codebook of tags cannot be used."""


class SheetError(CompanionError):
    """A sheet cannot be printed as it was asked for."""


class UnbalancedError(CompanionError):
    """An entry of the ledger does not sum to zero."""


class UpdateError(CompanionError):
    """The companion cannot be installed or brought up to date here."""


class SettingsError(CompanionError):
    """The program was started with something it cannot work with."""
