"""A camera that speaks RTSP (RFC 2326), on a socket of this machine.

Its pictures travel in the connection that asks for them (RTP over TCP), as OpenCV wants them: each
for itself as Motion JPEG (RFC 2435), or as MPEG-4 (RFC 6416), where each builds on the one before.
"""

import hashlib
import re
import socket
import socketserver
import struct
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np

from companion.vision.frame import Pixels

REALM, NONCE = "camera", "a1b2c3d4"
PACKET = 1400
"""Bytes of a picture in one packet."""
STEP_S, TICKS = 0.05, 90_000
"""Between two pictures; of RTP's clock, in a second."""

_JPEG, _MPEG4 = 26, 96
_DESCRIPTION = "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=camera\r\nt=0 0\r\nm=video 0 RTP/AVP "
_MPEG4_HEAD = "a=rtpmap:96 MP4V-ES/90000\r\na=fmtp:96 profile-level-id=1; config="
_FIRST_PICTURE = bytes.fromhex("000001b6")  # before it MPEG-4 says what it is made of
_SIGNED = re.compile(r'(\w+)="([^"]*)"')


class RtspCamera(socketserver.ThreadingTCPServer):
    """A camera that may hang, hang up, or talk nonsense: `does` says which.

    Args:
        user: who may look through it; "": anybody.
        password: of the user.
        film: what is played instead of `picture`, once, as `film` makes it.
    """

    daemon_threads, allow_reuse_address = True, True

    def __init__(self, user: str = "", password: str = "", film: Sequence[bytes] = ()) -> None:
        super().__init__(("127.0.0.1", 0), Talk)
        self.user, self.password, self.film = user, password, film
        self.does = "well"  # or "hangs", "down", "babbles"
        self.picture: Pixels | None = None  # None: noise
        self.asked: list[str] = []  # what was asked of it, a request a line, with its headers
        self.pulse = threading.Event()
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def address(self) -> str:
        """Where it is looked through."""
        signed = f"{self.user}:{self.password}@" if self.user else ""
        return f"rtsp://{signed}127.0.0.1:{self.server_address[1]}/live"

    @property
    def description(self) -> str:
        """What is sent, as SDP says it."""
        if not self.film:
            return f"{_DESCRIPTION}{_JPEG}\r\n"
        config = self.film[0].partition(_FIRST_PICTURE)[0].hex()
        return f"{_DESCRIPTION}{_MPEG4}\r\n{_MPEG4_HEAD}{config}\r\n"

    def __exit__(self, *_why: object) -> None:
        """End every connection, and listen no more."""
        self.does = "down"
        self.shutdown()
        self.server_close()


class Talk(socketserver.StreamRequestHandler):
    """One connection: answers what is asked, and sends pictures once it is asked to play."""

    server: RtspCamera

    def setup(self) -> None:
        super().setup()
        self._writing = threading.Lock()
        self._noise = np.random.default_rng(1)

    def handle(self) -> None:
        watch = threading.Thread(target=self._end_when_down, daemon=True)
        watch.start()
        with suppress(OSError, ValueError):  # either side hung up, or took nonsense for a request
            for method, url, headers in self._requests():
                self.server.asked.append("\n".join((f"{method} {url}", *headers.values())))
                if self.server.does == "babbles":
                    self._write(self._noise.bytes(500) + b"\r\n\r\n")
                elif self.server.does == "well":
                    self._answer(method, url, headers)

    def _requests(self) -> Iterator[tuple[str, str, dict[str, str]]]:
        """Yield method, address and headers of every request; what else comes is passed over."""
        while first := self.rfile.read(1):
            if first == b"$":  # a report of what was received
                self.rfile.read(struct.unpack(">xH", self.rfile.read(3))[0])
                continue
            method, url, _version = (first + self.rfile.readline()).decode().split()
            headers = {}
            while line := self.rfile.readline().decode().strip():
                name, _colon, value = line.partition(":")
                headers[name.lower()] = value.strip()
            yield method, url, headers

    def _answer(self, method: str, url: str, headers: dict[str, str]) -> None:
        more, body = {"CSeq": headers.get("cseq", "0")}, ""
        if not self._may(method, url, headers.get("authorization", "")):
            more["WWW-Authenticate"] = f'Digest realm="{REALM}", nonce="{NONCE}"'
            self._say("401 Unauthorized", more)
            return
        match method:
            case "OPTIONS":
                more["Public"] = "DESCRIBE, SETUP, PLAY, TEARDOWN, GET_PARAMETER"
            case "DESCRIBE":
                more |= {"Content-Type": "application/sdp", "Content-Base": f"{url}/"}
                body = self.server.description
            case "SETUP":
                more |= {"Transport": "RTP/AVP/TCP;unicast;interleaved=0-1", "Session": "1"}
            case "PLAY":
                more["Session"] = "1"
        self._say("200 OK", more, body)
        if method == "PLAY":
            threading.Thread(target=self._play, daemon=True).start()

    def _may(self, method: str, url: str, signed: str) -> bool:
        """Return whether who asks knows the password: RFC 2617, without what is optional."""
        if not self.server.user or method == "OPTIONS":
            return True
        secret = _md5(self.server.user, REALM, self.server.password)
        told = dict(_SIGNED.findall(signed))
        return bool(told.get("response") == _md5(secret, NONCE, _md5(method, url)))

    def _say(self, status: str, headers: dict[str, str], body: str = "") -> None:
        headers["Content-Length"] = str(len(body))
        lines = (f"{name}: {value}\r\n" for name, value in headers.items())
        self._write(f"RTSP/1.0 {status}\r\n{''.join(lines)}\r\n{body}".encode())

    def _play(self) -> None:
        """Send picture after picture until there are no more, or the connection ends."""
        sequence = 0
        with suppress(OSError, ValueError):  # as above; or it is closed by now
            for number, (kind, pieces) in enumerate(self._pictures()):
                at = int(number * STEP_S * TICKS)
                for packet in _packets(kind, pieces, at, sequence):
                    self._write(struct.pack(">cBH", b"$", 0, len(packet)) + packet)
                    sequence += 1
                self.server.pulse.wait(STEP_S)

    def _pictures(self) -> Iterator[tuple[int, Sequence[bytes]]]:
        """Yield how each picture is written, and its pieces."""
        for picture in self.server.film:
            yield _MPEG4, [piece for _offset, piece in _cut(picture)]
        while not self.server.film:
            if self.server.does == "babbles":
                self._write(self._noise.bytes(5000))
            pixels = self.server.picture
            if pixels is None:
                pixels = self._noise.integers(60, 200, (96, 128, 3), np.uint8)
            yield _JPEG, _jpeg_pieces(pixels) if self.server.does == "well" else ()

    def _write(self, content: bytes) -> None:
        with self._writing:
            self.wfile.write(content)

    def _end_when_down(self) -> None:
        while self.server.does != "down":
            self.server.pulse.wait(STEP_S)
        with suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)


def film(pictures: Iterable[Pixels], file: Path) -> Sequence[bytes]:
    """Return pictures of one size as MPEG-4: every twelfth stands alone.

    Args:
        pictures: what is filmed.
        file: an AVI that is written on the way.
    """
    codec = cv2.VideoWriter.fourcc(*"XVID")
    first, *others = pictures
    writer = cv2.VideoWriter(str(file), cv2.CAP_FFMPEG, codec, 1 / STEP_S, first.shape[1::-1])
    for pixels in (first, *others):
        writer.write(pixels)
    writer.release()
    content = file.read_bytes()
    place, found = content.index(b"movi") + 4, []
    while content[place : place + 4] == b"00dc":
        length = struct.unpack("<I", content[place + 4 : place + 8])[0]
        found.append(content[place + 8 : place + 8 + length])
        place += 8 + length + length % 2
    return found


def _packets(kind: int, pieces: Sequence[bytes], at: int, sequence: int) -> Iterator[bytes]:
    """Yield the packets of one picture.

    Args:
        kind: how it is written.
        pieces: what is in them.
        at: its time, by RTP's clock.
        sequence: the number of its first packet.
    """
    for number, piece in enumerate(pieces):
        marked = kind | (number == len(pieces) - 1) << 7
        place = (sequence + number) & 0xFFFF
        yield struct.pack(">BBHII", 0x80, marked, place, at & 0xFFFFFFFF, 7) + piece


def _jpeg_pieces(pixels: Pixels) -> Sequence[bytes]:
    """Return a picture, whose sides are whole eights of pixels up to 2040, as RFC 2435 has it."""
    jpeg = cv2.imencode(".jpg", pixels, (cv2.IMWRITE_JPEG_QUALITY, 90))[1].tobytes()
    tables, scan = _parts(jpeg)
    high, wide = pixels.shape[:2]
    # Colour at half the pixels (type 1); the tables come with the picture (255), before its scan.
    kind = struct.pack(">4B", 1, 255, wide // 8, high // 8)
    before = struct.pack(">BBH", 0, 0, len(tables)) + tables
    return [
        struct.pack(">I", offset) + kind + (b"" if offset else before) + piece
        for offset, piece in _cut(scan)
    ]


def _cut(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield what fits into a packet, with its place."""
    for offset in range(0, len(content), PACKET):
        yield offset, content[offset : offset + PACKET]


def _parts(jpeg: bytes) -> tuple[bytes, bytes]:
    """Return the two tables of quantisation of a JPEG, 64 bytes each, and its scan."""
    tables, place = b"", 2
    while True:
        kind, length = struct.unpack(">xBH", jpeg[place : place + 4])
        content = jpeg[place + 4 : place + 2 + length]
        place += 2 + length
        if kind == 0xDB:  # each table has a byte before it that says which it is
            tables += b"".join(content[at + 1 : at + 65] for at in range(0, len(content), 65))
        if kind == 0xDA:
            return tables, jpeg[place:-2]


def _md5(*parts: str) -> str:
    return hashlib.md5(":".join(parts).encode(), usedforsecurity=False).hexdigest()
