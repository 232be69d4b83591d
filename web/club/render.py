"""What every page of the hub is rendered with."""

from typing import Any

from flask import g, render_template

from companion.speaker import mended
from web.club.context import club
from web.shared.language import chosen
from web.shared.render import looks


def page(template: str, **values: Any) -> str:
    """Return a page in the reader's language; `values` are what it shows."""
    context = club()
    # The tag is taken before what is shown, so that a page never believes to be newer than it is.
    values.setdefault("tag", context.streams.tag)
    html = render_template(
        f"club/{template}",
        lang=chosen(context.catalogues),
        html_class=" ".join(looks()),
        build=context.settings.build,
        asking=g.get("member"),
        club=context.hub.club,
        **values,
    )
    return mended(html)
