"""What the pages are told about the place they are served from."""

from collections.abc import Callable

import msgspec

from companion.errors import CompanionError
from companion.files import Folder


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a page needs that is neither the game nor a person."""

    home: Folder  # `phones.json` and `pin.json` are kept here
    name: str = ""  # of the table, where one program serves many
    forgotten: CompanionError | None = None  # why games do not outlast a restart
    addresses: Callable[[], tuple[str, ...]] = tuple  # what phones may type now, best first
    names: tuple[str, ...] = ()  # host names that are ours beside IP addresses and localhost
    camera: bool = True  # something sees the dice; without it they are typed in
    streams: int = 64  # open live streams at most
    heartbeat_s: float = 3.0  # phones say after two of them that nobody is reached (`live.js`)
    life: str = ""  # another one each time that a hosted table wakes: its pages look anew
    build: str = "dev"  # changes when the program does; an old page then reloads itself
