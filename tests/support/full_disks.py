"""Pages whose disk takes nothing more: for a process of its own."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

from tests.support.hostile import knocks
from tests.support.pages import ORIGIN, Living, living_room
from web.shared.language import catalogues


class FullDisk(NamedTuple):
    """How pages answered while no file could grow, and after."""

    said: dict[tuple[str, str], tuple[int, str]]  # status and page, by what was sent and language
    failed: list[str]  # every address that answered 500
    later: dict[str, int]  # statuses of the same forms when there was room


@contextmanager
def no_room() -> Iterator[None]:
    """Let no file of this process grow."""
    freely = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, freely[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, freely)


def ask_on_a_full_disk(home: Path, told: Connection) -> None:
    """Send each form that keeps something, in each language, then knock at every address."""
    with living_room(home) as room:
        forms = {
            "/join": {"name": "Ann", "seat": "7", "colour": "blue"},
            "/banker/pin": {"pin": room.context.pin.shown or ""},
        }
        with no_room():
            said = {
                (path, language): _sent(room, path, form, language)
                for path, form in forms.items()
                for language in catalogues()
            }
        later = {path: _sent(room, path, form, "en")[0] for path, form in forms.items()}
        both = room.context.phones.make_banker(room.begin("Bo", "Cy")[0])
        with no_room():
            failed = list(_failing(room, both))
        told.send(FullDisk(said, failed, later))


def _sent(room: Living, path: str, form: dict[str, str], language: str) -> tuple[int, str]:
    headers = {**ORIGIN, "Accept-Language": language}
    answer = room.client().post(path, data=form, headers=headers)
    return answer.status_code, answer.text


def _failing(room: Living, token: str) -> Iterator[str]:
    """Yield each address that answers 500 to the banker, who plays as well."""
    for one in knocks(room.app):
        with room.client(token).open(one.path, method=one.method, headers=ORIGIN) as answer:
            if answer.status_code == 500:
                yield f"{one.method} {one.path}"
