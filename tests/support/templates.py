"""Pages whose templates are compiled once for all tests of a process."""

from flask import Flask
from jinja2.bccache import Bucket, BytecodeCache

from companion.table.table import Table
from web import create_app
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


def app_of(table: Table, settings: Settings, parts: Parts) -> Flask:
    """Return what `create_app` makes, which else would compile every page's templates anew."""
    app = create_app(table, settings, parts)
    app.jinja_env.bytecode_cache = COMPILED
    return app
