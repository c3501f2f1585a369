"""Workers that do the units of a job: threads of this process, or actors of Ray.

A worker makes its own object of work once, such as prepared bases, and then does one unit at a time. Both kinds have
the same interface, so that all other code of a job is the same on one machine and on many.
"""

from __future__ import annotations

import contextlib
import os
import socket
import threading
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor
from concurrent.futures import wait as wait_for
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Literal, Protocol

from vorpal._integers import integer
from vorpal._vorpal import ArgumentError, NotPossibleError

if TYPE_CHECKING:
    from collections.abc import Iterator

Engine = Literal["ray", "local"]
"""Actors of Ray, or threads of this process."""
Work = Callable[[Any], Any]
"""What a worker does with a unit."""


@dataclass(frozen=True)
class Ended:
    """A unit that ended on a worker, or the start of a worker."""

    worker: int
    is_start: bool = False
    """Whether this is the end of its start, not of a unit."""
    result: Any = None
    lost: str | None = None
    """Why the worker died; None if it did not."""
    error: BaseException | None = None
    """What the work raised."""


class Workers(Protocol):
    """Workers with numbers from 0 to ``count``, exclusive."""

    count: int
    ready: list[int]
    """Those that can do units at once. ``wait`` tells when the others can."""

    def start(self, worker: int, unit: Any) -> None:
        """Start a unit on an idle worker."""

    def wait(self, seconds: float) -> list[Ended]:
        """Wait until a unit or a start ends, or for a time. Return what has ended."""

    def replace(self, worker: int) -> None:
        """Start a new worker in place of one that died."""

    def close(self) -> None:
        """End all workers."""


class Threads:
    """Threads of this process."""

    def __init__(self, make: Callable[[], Work], count: int) -> None:
        """Make the work of each thread."""
        self.count, self.ready = count, list(range(count))
        self._works = [make() for _ in range(count)]
        self._pool = ThreadPoolExecutor(count, thread_name_prefix="vorpal")
        self._running: dict[Future[Any], int] = {}

    def start(self, worker: int, unit: Any) -> None:
        """Start a unit."""
        self._running[self._pool.submit(self._works[worker], unit)] = worker

    def wait(self, seconds: float) -> list[Ended]:
        """Wait for a unit."""
        done, _ = wait_for(self._running, timeout=seconds, return_when=FIRST_COMPLETED)
        ended = []
        for future in done:
            worker, error = self._running.pop(future), future.exception()
            ended.append(Ended(worker, error=error) if error else Ended(worker, result=future.result()))
        return ended

    def replace(self, worker: int) -> None:
        """Refuse: threads do not die alone."""
        raise NotImplementedError

    def close(self) -> None:
        """Wait for the units that run, and end the threads."""
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._running.clear()


class Doer:
    """The class of the actors."""

    def __init__(self, make: Callable[[], Work]) -> None:
        """Make the work."""
        self._work = make()

    def ready(self) -> None:
        """Return when the work is made."""

    def do(self, unit: Any) -> Any:
        """Do a unit."""
        return self._work(unit)


class Actors:
    """Actors of Ray, each with as many cores as it has threads. A dead one is not restarted by Ray but replaced here,
    so that the driver knows and counts what was lost.

    An actor may wait for cores for as long as the job runs, if its machine was lost or others use the cores. So an
    actor gets a unit when it has started, not before.
    """

    def __init__(self, make: Callable[[], Work], count: int, threads: int) -> None:
        """Start the actors."""
        import ray

        self.count, self.ready = count, list[int]()
        self._ray = ray
        self._make = ray.put(make)
        options = {"num_cpus": threads, "max_restarts": 0, "max_task_retries": 0}
        self._class: Any = ray.remote(Doer).options(**options)
        self._actors = [self._class.remote(self._make) for _ in range(count)]
        self._running: dict[Any, int] = {}
        self._starting = {actor.ready.remote(): worker for worker, actor in enumerate(self._actors)}

    def start(self, worker: int, unit: Any) -> None:
        """Start a unit."""
        self._running[self._actors[worker].do.remote(unit)] = worker

    def wait(self, seconds: float) -> list[Ended]:
        """Wait for a unit or a start."""
        from ray.exceptions import RayError, RayTaskError

        done, _ = self._ray.wait([*self._running, *self._starting], num_returns=1, timeout=seconds)
        ended = []
        for reference in done:
            is_start = reference in self._starting
            worker = (self._starting if is_start else self._running).pop(reference)
            try:
                ended.append(Ended(worker, is_start, self._ray.get(reference)))
            except RayTaskError as error:
                ended.append(Ended(worker, is_start, error=error.cause or error))
            except RayError as error:
                lines = [line.strip() for line in str(error).splitlines() if line.strip()] or [""]
                text = lines[0] if len(lines) == 1 else f"{lines[0]} {lines[-1]}"
                ended.append(Ended(worker, is_start, lost=f"{type(error).__name__}: {text}"))
        return ended

    def replace(self, worker: int) -> None:
        """Start a new actor."""
        self._ray.kill(self._actors[worker], no_restart=True)
        self._actors[worker] = self._class.remote(self._make)
        self._starting[self._actors[worker].ready.remote()] = worker

    def close(self) -> None:
        """Kill the actors."""
        for actor in self._actors:
            self._ray.kill(actor, no_restart=True)
        self._running.clear()
        self._starting.clear()


class Cluster:
    """The engine of a job. A Ray that runs already is used and left running; otherwise one is started on this machine,
    which listens on 127.0.0.1, and ended with the job. A second job cannot use that one: it could end at any time.
    """

    _lock = threading.Lock()
    _is_taken = False
    """Whether a job of this process has started a Ray that runs."""

    def __init__(self, engine: Engine, workers: int | None, threads: int, memory: int = 0) -> None:
        """Choose the number of workers. ``memory`` is the size in bytes of what the job puts into the object store."""
        if engine not in ("ray", "local"):
            raise ArgumentError(f"engine: {engine!r}; there are ray and local")
        workers = None if workers is None else integer(workers, "workers", 1, 100_000)
        threads = integer(threads, "threads", 1, 100_000)
        self.engine: Engine = engine
        self.threads = threads
        self._is_own = False
        cores = os.cpu_count() or 1
        if engine == "local":
            self.count = workers or max(1, cores // threads)
            return
        try:
            import ray
        except ImportError:
            raise NotPossibleError('engine: ray is not installed; pip install "vorpal[ray]"') from None
        with Cluster._lock:
            if Cluster._is_taken:
                raise NotPossibleError(
                    "engine: another job has started a Ray for itself; start_ray starts one for several"
                )
            if not ray.is_initialized():
                start_ray((workers or max(1, cores // threads)) * threads, memory)
                Cluster._is_taken = self._is_own = True
        try:
            self.count = self._count(ray.nodes(), workers)
        except BaseException:
            self.__exit__()
            raise

    def _count(self, found: list[dict[str, Any]], workers: int | None) -> int:
        """Return the number of workers for which the machines of a Ray have cores."""
        threads = self.threads
        nodes = [int(node["Resources"].get("CPU", 0)) for node in found if node["Alive"]]
        most = sum(cores // threads for cores in nodes)
        count = workers or max(1, most)
        if count > most:
            has = f"Ray has {sum(nodes)} cores on {len(nodes)} machines, for {most} such workers"
            raise NotPossibleError(f"workers: {count} with {threads} threads each; {has}")
        return count

    def workers(self, make: Callable[[], Work], most: int) -> Workers:
        """Start workers, not more than there are units."""
        count = max(1, min(self.count, most))
        if self.engine == "local":
            return Threads(make, count)
        return Actors(make, count, self.threads)

    def put(self, value: Any) -> Any:
        """Put a value where all workers can get it; return its reference."""
        if self.engine == "local":
            return value
        import ray

        return ray.put(value)

    def __enter__(self) -> Cluster:
        """Return the engine."""
        return self

    def __exit__(self, *_exception: object) -> None:
        """End a Ray that this object started."""
        if self._is_own:
            import ray

            with Cluster._lock:
                ray.shutdown()
                Cluster._is_taken = self._is_own = False


def get(reference: Any) -> Any:
    """Return the value of a reference, on a worker."""
    if type(reference).__module__.split(".")[0] != "ray":
        return reference
    import ray

    return ray.get(reference)


def start_ray(cores: int, memory: int = 0, **options: Any) -> None:
    """Start Ray on this machine, without a dashboard, listening on 127.0.0.1. ``options`` are those of ``ray.init``.

    Its processes end with the thread that calls this, so the thread must last as long as the jobs.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    with loopback():
        import ray

        # Without the address, Ray would connect to that of RAY_ADDRESS, or to the last one that began on this machine.
        ray.init(
            address="local",
            num_cpus=cores,
            include_dashboard=False,
            _node_ip_address="127.0.0.1",
            object_store_memory=max(128 << 20, memory + (64 << 20)),
            log_to_driver=False,
            logging_level="error",
            **options,
        )


@contextlib.contextmanager
def loopback() -> Iterator[None]:
    """Let a Ray that is started meanwhile listen on 127.0.0.1 alone.

    Ray replaces 127.0.0.1 by the address of the host, except where clusters are off. The variable that tells so is read
    when Ray is imported, and Ray's processes inherit it.
    """
    name = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"
    before = os.environ.get(name)
    os.environ[name] = "0"
    try:
        from ray._private import ray_constants

        was = ray_constants.ENABLE_RAY_CLUSTER
        ray_constants.ENABLE_RAY_CLUSTER = False
        try:
            yield
        finally:
            ray_constants.ENABLE_RAY_CLUSTER = was
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


def here() -> str:
    """Name this process: host and number."""
    return f"{socket.gethostname()}:{os.getpid()}"
