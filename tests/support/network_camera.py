"""A camera in the network, on a socket of this machine."""

import http.server
import threading
from contextlib import suppress

import cv2
import numpy as np

from companion.vision.frame import Pixels


class Stream(http.server.ThreadingHTTPServer):
    """A network camera that may hang, hang up, or answer nobody: `does` says which."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Pictures)
        self.does = "well"
        self.picture: Pixels | None = None  # None: noise
        self.changed = threading.Event()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        """Where it is looked through."""
        return f"http://127.0.0.1:{self.server_port}/video"

    def __exit__(self, *_why: object) -> None:
        """End every connection, and listen no more."""
        self.does = "down"
        self.shutdown()
        self.server_close()


class Pictures(http.server.BaseHTTPRequestHandler):
    """Sends frames."""

    server: Stream

    def do_GET(self) -> None:
        if self.server.does == "down":
            self.send_error(503)
            return
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        noise = np.random.default_rng(1)
        with suppress(OSError):  # the companion hung up
            while self.server.does != "down":
                if self.server.does == "babbles":
                    self.wfile.write(noise.bytes(5000))
                if self.server.does == "well":
                    pixels = self.server.picture
                    if pixels is None:
                        pixels = noise.integers(60, 200, (96, 128, 3), np.uint8)
                    jpeg = cv2.imencode(".jpg", pixels)[1].tobytes()
                    head = "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: "
                    self.wfile.write(f"{head}{len(jpeg)}\r\n\r\n".encode() + jpeg + b"\r\n")
                self.server.changed.wait(0.02)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # as the base has it
        pass
