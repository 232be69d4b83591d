"""What can be broken. A refusal is no error: it is an answer (see `companion.game.refusals`)."""


class CompanionError(Exception):
    """Something is broken; the text says what, where, and how to mend it.

    Args:
        what: what is wrong, as a person would say it.
        where: the file, key, device or record, if there is one.
        mend: what the person can do about it.
    """

    def __init__(self, what: str, *, where: str = "", mend: str = "") -> None:
        self.what, self.where, self.mend = what, where, mend
        place = f"{where}: " if where else ""
        cure = f" ({mend})" if mend else ""
        super().__init__(f"{place}{what}{cure}")


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
