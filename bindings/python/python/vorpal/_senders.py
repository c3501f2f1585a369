"""The pool of senders of ``vorpal.secp256k1``."""

from __future__ import annotations

import asyncio
import itertools
import logging
import threading
import weakref
from concurrent.futures import Future, InvalidStateError
from typing import TYPE_CHECKING, NamedTuple

from vorpal._vorpal import CancelledError as Closed
from vorpal._vorpal import InputError, Senders

if TYPE_CHECKING:
    from types import TracebackType

    import numpy as np
    from numpy.typing import NDArray

    from vorpal._types import Bytes, Rows, Threads

_LOG = logging.getLogger(__name__)

# The seconds that a call into the extension waits for space. Between two of them Python handles signals.
_TURN = 0.05
_ITEMS = {
    2: "r or s is out of range",
    3: "the byte of the recovery identifier is not 0 to 3 or 27 to 30",
    4: "no curve point corresponds to r and the recovery identifier",
    5: "the recovered key is the point at infinity",
}


class SenderMetrics(NamedTuple):
    """The state of a pool, and numbers of signatures since its start."""

    queued: int
    """Signatures in the queue."""
    capacity: int
    """The most signatures in the queue."""
    ready: int
    """Results that the thread of the pool has not seen."""
    submitted: int
    """Signatures that entered the queue."""
    answered: int
    """Signatures that were answered from the queue."""
    cached: int
    """Signatures that were answered from the cache, those of blocks included."""
    cancelled: int
    """Cancelled signatures that were removed from the queue."""
    refused: int
    """Attempts to submit for which there was no space. A call that waits makes many."""
    groups: int
    """Groups that were recovered."""
    latencies: list[float | None]
    """For each percentage that was asked for, a bound in seconds that this percentage of the answered signatures did
    not exceed, at most a sixteenth above the smallest one; None if no signature was answered."""


class SenderBlock(NamedTuple):
    """The result of :meth:`SenderPool.recover_block`. Rows of invalid items are zero."""

    addresses: NDArray[np.uint8]
    """Ethereum addresses, shape (n, 20)."""
    items: NDArray[np.uint8]
    """Numbers of :class:`Item`, shape (n,)."""


class SenderPool:
    """Recovers the senders of transactions that arrive one by one, from any number of threads and coroutines.

    Signatures are recovered in groups of at most ``group``, from 1 to 64, which takes less time for each than single
    recovery. A signature waits at most ``wait`` seconds for others of its group. ``threads`` threads recover. At most
    ``queue`` signatures are in work, and ``cache`` results are kept, of about 250 bytes each. A result is a function of
    the hash and all bytes of the signature, and so is the cache: nobody can assign a wrong sender to the transaction of
    another one.

    A thread of the pool completes the futures, so their callbacks must be short. A pool is closed by :meth:`close`, at
    the end of a ``with`` statement, when nobody refers to it or to its futures, or when the interpreter ends. It has no
    threads in a forked child: calls but :meth:`close` raise :class:`vorpal.NotPossibleError` there, and the futures of
    the parent are never completed.
    """

    def __init__(
        self, *, wait: float = 0.0002, group: int = 16, threads: int = 1, queue: int = 4096, cache: int = 32768
    ) -> None:
        self._senders = Senders(wait, group, threads, queue, cache)
        self._wait = min(max(wait, 0.0001), 0.001)
        self._tokens = itertools.count()
        self._waiting: dict[int, Future[bytes]] = {}
        # Neither refers to this object.
        threading.Thread(
            target=_deliver, args=(self._senders, self._waiting), name="vorpal-senders", daemon=True
        ).start()
        self._close = weakref.finalize(self, self._senders.close)

    def submit(self, hash: Bytes, signature: Bytes) -> Future[bytes]:
        """Submit a hash (32 bytes) with its signature (65 bytes, ``r || s || v``), and wait for space.

        The result of the future is the 20 bytes of the sender's address. Its exception is a :class:`vorpal.InputError`
        if the signature has no sender, or a :class:`vorpal.CancelledError` if the pool is closed first. ``cancel`` of
        the future cancels the recovery, unless its group has started. A closed pool raises
        :class:`vorpal.CancelledError`.
        """
        while True:
            future = self._submit(hash, signature, _TURN)
            if future is not None:
                return future

    def try_submit(self, hash: Bytes, signature: Bytes) -> Future[bytes] | None:
        """Submit as :meth:`submit` if there is space, and return None otherwise."""
        return self._submit(hash, signature, 0)

    async def recover(self, hash: Bytes, signature: Bytes) -> bytes:
        """Recover a sender in a coroutine, which waits for space and for the result. Exceptions as in :meth:`submit`.

        Cancelling the task cancels the recovery.
        """
        while True:
            future = self._submit(hash, signature, 0)
            if future is not None:
                return await asyncio.wrap_future(future)
            await asyncio.sleep(self._wait)

    def _submit(self, hash: Bytes, signature: Bytes, wait: float) -> Future[bytes] | None:
        token, future = next(self._tokens), Future[bytes]()
        # Before the call: the result may be there at once.
        self._waiting[token] = future
        accepted = False
        try:
            accepted = self._senders.submit(token, hash, signature, wait)
        finally:
            if not accepted:
                self._waiting.pop(token, None)
        if not accepted:
            return None
        future.add_done_callback(lambda done: self._cancel(token) if done.cancelled() else None)
        return future

    def _cancel(self, token: int) -> None:
        self._waiting.pop(token, None)
        self._senders.cancel(token)

    def recover_block(self, hashes: Rows, signatures: Rows, *, threads: Threads = None) -> SenderBlock:
        """Recover the senders of a block, as :func:`recover_batch` does, without the queue.

        ``hashes``: (n, 32); ``signatures``: (n, 65). Senders in the cache of the pool are not computed again, and the
        others enter it. A closed pool works too.
        """
        return SenderBlock(*self._senders.recover_block(hashes, signatures, threads))

    def metrics(self, *percents: float) -> SenderMetrics:
        """Return the state of the pool, and latencies from submission to result for percentages from 0 to 100."""
        numbers, latencies = self._senders.metrics(percents)
        queued, capacity, ready, submitted, answered, cached, cancelled, refused, groups = numbers
        return SenderMetrics(
            queued, capacity, ready, submitted, answered, cached, cancelled, refused, groups, latencies
        )

    def close(self) -> None:
        """Close the pool, which other threads may use meanwhile.

        Nothing more is accepted. Futures whose group has not started get a :class:`vorpal.CancelledError`.
        """
        self._close()

    def __enter__(self) -> SenderPool:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def _deliver(senders: Senders, waiting: dict[int, Future[bytes]]) -> None:
    """Complete futures until the pool is closed, then those that have no result."""
    try:
        while (results := senders.take()) is not None:
            _dispatch(results, waiting)
    finally:
        # If this thread ends early, as by an exception of a debugger, nobody else completes the futures.
        senders.close()
        while waiting:
            try:
                _, future = waiting.popitem()
            except KeyError:
                break
            _complete(future, None, 0)


def _dispatch(results: list[tuple[int, bytes, int]], waiting: dict[int, Future[bytes]]) -> None:
    """Complete futures. After this call no variable of the thread refers to one, and so to its pool."""
    for token, sender, item in results:
        future = waiting.get(token)
        if future is not None:
            _complete(future, sender, item)
            # Not before: an exception in between would leave a future that nobody completes.
            waiting.pop(token, None)


def _complete(future: Future[bytes], sender: bytes | None, item: int) -> None:
    """Complete a future, whatever its callbacks do: other futures wait for this thread."""
    try:
        if sender is None:
            future.set_exception(Closed("the pool of senders is closed"))
        elif item == 0:
            future.set_result(sender)
        else:
            future.set_exception(InputError(f"signature: {_ITEMS[item]}"))
    except InvalidStateError:
        # Cancelled meanwhile.
        pass
    except BaseException:
        _LOG.exception("a callback of a future of a pool of senders")
