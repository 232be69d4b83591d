"""A line that dies silently, as a phone meets it: nothing is refused or closed, nothing comes."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

HOST = "127.0.0.1"
PIECE = 1 << 16


class DyingLine:
    """Leads connections to a server; those that stand can be frozen for good, new ones are led.

    A mesh Wi-Fi, a phone that was locked, a router that forgot its connections do so. `is_dead`
    lets new connections come and serves none of them, as a server that hangs. What was held up may
    come after all, late: `let_through`.
    """

    def __init__(self, target: int) -> None:
        self._target = target
        self._standing: list[asyncio.Event] = []  # each set: frozen
        self._tasks: set[asyncio.Task[None]] = set()
        self._late = asyncio.Event()  # set: what was held up comes
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="dying line")
        self.port = 0
        self.is_dead = False

    def start(self) -> None:
        """Listen at a free port."""
        self._thread.start()
        self._server = asyncio.run_coroutine_threadsafe(
            asyncio.start_server(self._serve, HOST, 0), self._loop
        ).result(10)
        self.port = self._server.sockets[0].getsockname()[1]

    def freeze(self) -> int:
        """Let nothing more through the connections that stand; return how many were alive."""
        return asyncio.run_coroutine_threadsafe(self._freeze(), self._loop).result(10)

    async def _freeze(self) -> int:
        alive = [one for one in self._standing if not one.is_set()]
        for one in alive:
            one.set()
        return len(alive)

    def let_through(self) -> None:
        """Bring all that was held up to the server, in whatever order, and hold up nothing more."""
        self.is_dead = False
        self._loop.call_soon_threadsafe(self._late.set)

    def stop(self) -> None:
        """Close all."""
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    async def _close(self) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        frozen = asyncio.Event()
        self._standing.append(frozen)
        there: asyncio.StreamWriter | None = None
        try:
            if self.is_dead:
                frozen.set()
                await self._late.wait()
            come, there = await asyncio.open_connection(HOST, self._target)
            await asyncio.gather(
                _pump(reader, there, frozen, self._late), _pump(come, writer, frozen, self._late)
            )
        except (OSError, asyncio.CancelledError):
            pass  # one of the two has gone, or all ends
        finally:
            self._standing.remove(frozen)
            self._tasks.discard(task)
            for one in (writer, there):
                if one is not None:
                    one.close()


async def _pump(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    frozen: asyncio.Event,
    late: asyncio.Event,
) -> None:
    """Carry what comes until its sender closes; once frozen, neither bytes nor the end but late."""
    while data := await reader.read(PIECE):
        if frozen.is_set():
            await late.wait()
        writer.write(data)
        await writer.drain()
    if frozen.is_set():
        await late.wait()
    writer.close()


@contextmanager
def dying_line(target: int) -> Iterator[DyingLine]:
    """Yield a line to a port of this machine, and close it after."""
    line = DyingLine(target)
    line.start()
    try:
        yield line
    finally:
        line.stop()
