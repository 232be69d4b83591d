"""What a camera sees now, as a picture for a page."""

from flask import Response, abort

from web.shared.ports import CameraSight


def jpeg_of(sight: CameraSight | None) -> Response:
    """Return the newest picture of a camera; before the first, and without a camera, there is none.

    Raises:
        werkzeug.exceptions.NotFound: there is none.
    """
    jpeg = sight.picture() if sight is not None else None
    if jpeg is None:
        abort(404)
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})
