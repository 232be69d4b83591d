"""Pages that are compiled once for all tests of a process."""

from copy import copy
from functools import cache

from flask import Flask
from jinja2.bccache import Bucket, BytecodeCache

from companion.table.table import Table
from web import around, create_pages, own_names
from web.shared.context import Context
from web.shared.ports import Parts
from web.shared.settings import Settings


class Compiled(BytecodeCache):
    """Templates as they were compiled first; jinja2 itself sees whether their text is the same."""

    def __init__(self) -> None:
        self._code: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill *bucket*, if its template was compiled before."""
        if bucket.key in self._code:
            bucket.bytecode_from_string(self._code[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled."""
        self._code[bucket.key] = bucket.bytecode_to_string()


COMPILED = Compiled()


@cache
def _pages() -> Flask:
    """Return the pages of no table: to compile their addresses and templates takes a tenth of a
    second."""
    pages = create_pages(own_names)
    pages.jinja_env.bytecode_cache = COMPILED
    return pages


def app_of(table: Table, settings: Settings, parts: Parts) -> Flask:
    """Return what `create_app` makes, with pages that all rooms of this process share."""
    pages = copy(_pages())
    pages.extensions = {}
    for hooks in ("before_request_funcs", "after_request_funcs"):  # a test may add its own
        setattr(pages, hooks, {of: [*each] for of, each in getattr(pages, hooks).items()})
    return around(pages, Context(table, settings, parts))
