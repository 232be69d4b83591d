"""What phones get is gzipped where they say that they take it: a third, at times a sixth, of it.

Files are compressed once and kept; pages each time. Streams, ranges and pictures go as they are.
"""

import gzip
from functools import lru_cache

from flask import Flask, Response, request

LEAST = 500
"""Bytes below which an answer is not worth it."""
LEVEL = 6
WORDS = ("text/", "application/javascript", "application/json", "application/manifest", "image/svg")
"""What these begin with is text."""


def compress(app: Flask) -> None:
    """Gzip the answers of *app* that are words."""

    @app.after_request
    def compressed(response: Response) -> Response:
        if not _is_worth_it(response):
            return response
        response.vary.add("Accept-Encoding")
        if not request.accept_encodings.quality("gzip"):
            return response
        is_file, response.direct_passthrough = response.direct_passthrough, False
        body = b"".join(response.iter_encoded())
        response.close()  # a file that was to be sent
        response.set_data(_kept(body) if is_file else gzip.compress(body, LEVEL, mtime=0))
        response.content_encoding = "gzip"
        etag, _weak = response.get_etag()
        if etag is not None:
            response.set_etag(etag, weak=True)  # other bytes, and the same for who reads them
        return response


def _is_worth_it(response: Response) -> bool:
    if response.status_code != 200 or response.content_encoding:
        return False
    is_stream = response.is_streamed and not response.direct_passthrough
    is_short = (response.content_length or LEAST) < LEAST
    return not is_stream and not is_short and (response.mimetype or "").startswith(WORDS)


@lru_cache(maxsize=32)  # all files there are, and those of a version before
def _kept(body: bytes) -> bytes:
    return gzip.compress(body, 9, mtime=0)
