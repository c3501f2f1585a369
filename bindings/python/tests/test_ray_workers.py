"""The loop of the driver with workers that die, that never start, or that have no cores."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

import vorpal
from processes import descendants, doers
from ray_fixtures import cluster, everything, need_ray, wait_for_end
from test_ray_senders import local
from vorpal.ray import Record, generate, recover_senders, workers
from vorpal.ray.drive import Bar, drive
from vorpal.ray.workers import Ended

__all__ = ["cluster"]


class Scripted:
    """Workers whose starts end as a list for each one says: "ready", "dies", or nothing. Units end at once."""

    def __init__(self, starts, deadly=()):
        self.count, self.ready = len(starts), []
        self._left = [list(start) for start in starts]
        self._starting, self._ended, self.done = set(range(self.count)), [], []
        self._deadly = list(deadly)

    def start(self, worker, unit):
        assert worker not in self._starting
        if unit in self._deadly:
            self._deadly.remove(unit)
            self._ended.append(Ended(worker, lost="died"))
        else:
            self.done.append((worker, unit))
            self._ended.append(Ended(worker, result=unit))

    def wait(self, _seconds):
        ended, self._ended = self._ended, []
        for worker in sorted(self._starting):
            if self._left[worker]:
                self._starting.remove(worker)
                dies = self._left[worker].pop(0) == "dies"
                ended.append(Ended(worker, True, lost="died at the start" if dies else None))
        assert ended, "no progress"
        return ended

    def replace(self, worker):
        self._starting.add(worker)

    def close(self):
        pass


def run(scripted, units, retries=2):
    engine, bar = SimpleNamespace(workers=lambda make, count: scripted), Bar(None, len(units), "x")
    found = drive(engine, None, units, size=lambda _: 1, count=len(units), bar=bar, record=Record(), retries=retries)
    return sorted(unit for unit, _ in found)


def test_workers_that_never_start():
    """The others do all units, also those that were lost with a worker that cannot be replaced."""
    units = list(range(10))
    assert run(Scripted([["ready"], []]), units) == units
    lonely = Scripted([["ready"], ["ready"]], deadly=[1])
    assert run(lonely, units) == units and {worker for worker, _ in lonely.done} == {0}
    assert run(Scripted([["dies", "dies", "ready"], []]), units) == units
    assert run(Scripted([["ready", "dies", "ready"]], deadly=[0, 9]), units[:9]) == units[:9]
    assert run(Scripted([["ready"], ["dies"] * 3]), units) == units


def test_no_worker_starts():
    with pytest.raises(vorpal.StoreError, match=r"no worker can start; the last of 3 failures: died at the start"):
        run(Scripted([["dies"] * 3, ["dies"] * 3]), [1, 2])
    with pytest.raises(vorpal.StoreError, match=r"no worker can start"):
        run(Scripted([["ready", "dies", "dies", "dies"]], deadly=[0]), [0])


def job_beside(cluster, folder, sink, act):
    """Run a job of two workers in a thread while something else has a core; return its result and the time."""

    class Hog:
        def ready(self):
            return True

    found, hogs = [], []
    hog = cluster.remote(Hog).options(num_cpus=1)

    def take_a_core():
        hogs.append(hog.remote())
        return hogs[-1].ready.remote()

    progress = act(take_a_core)
    thread = threading.Thread(
        target=lambda: found.append(recover_senders(folder, sink, workers=2, progress=progress)), daemon=True
    )
    thread.start()
    thread.join(60)
    is_late = thread.is_alive()
    for actor in hogs:
        cluster.kill(actor)
    thread.join(60)
    assert not is_late, "the job waits for a worker that has no core"
    return found[0]


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    folder = tmp_path_factory.mktemp("source")
    generate.write_signatures(folder / "in", 30_000, row_group=1 << 11)
    return folder / "in", local(folder / "in", folder / "expected").sink


@pytest.fixture(scope="module")
def long_source(tmp_path_factory):
    folder = tmp_path_factory.mktemp("source")
    generate.write_signatures(folder / "in", 150_000, row_group=1 << 12)
    return folder / "in", local(folder / "in", folder / "expected").sink


def test_a_core_that_others_use(cluster, source, tmp_path):
    """One of two workers can never start. The other one does everything."""

    def act(take_a_core):
        cluster.get(take_a_core())

    result = job_beside(cluster, source[0], tmp_path / "sink", act)
    assert everything(result.sink) == everything(source[1])
    assert {span.worker for span in result.record.spans} in ({0}, {1})


def test_a_core_that_is_lost(cluster, source, tmp_path):
    """A worker dies, and its core is given to something else before its replacement starts."""
    killed = []

    def act(take_a_core):
        def progress(done, _total):
            if done >= 2 << 11 and not killed and len(doers()) == 2:
                waiting = take_a_core()
                time.sleep(0.5)
                killed.append(doers()[0])
                os.kill(killed[0], signal.SIGKILL)
                cluster.get(waiting, timeout=30)

        return progress

    result = job_beside(cluster, source[0], tmp_path / "sink", act)
    assert killed and everything(result.sink) == everything(source[1])


@pytest.mark.parametrize(
    ("engine", "number"),
    [
        ("local", signal.SIGKILL),
        pytest.param("ray", signal.SIGTERM, marks=pytest.mark.slow),
        pytest.param("ray", signal.SIGKILL, marks=pytest.mark.slow),
    ],
)
def test_a_driver_that_is_killed(long_source, tmp_path, engine, number):
    """Nothing runs after it, no file is half of one, and the same call goes on."""
    if engine == "ray":
        need_ray()
    sink = tmp_path / "sink"
    command = [
        sys.executable,
        "-m",
        "vorpal.ray",
        "recover",
        long_source[0],
        sink,
        "--engine",
        engine,
        "--workers",
        "1",
    ]
    driver = subprocess.Popen([*command, "--quiet"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    end = time.monotonic() + 90
    while len(list(sink.glob("senders/[!.]*"))) < 2:
        assert driver.poll() is None and time.monotonic() < end
        time.sleep(0.01)
    started = descendants(driver.pid)
    driver.send_signal(number)
    assert driver.wait(60) != 0
    assert bool(started) == (engine == "ray")
    # Ray's agents look for their parent now and then.
    while left := [process for process in started if Path(f"/proc/{process}").exists()]:
        assert time.monotonic() < end + 60, {process: started[process] for process in left}
        time.sleep(0.1)
    done = [file.name for file in sink.glob("senders/[!.]*")]
    assert 2 <= len(done) < 37 and not (sink / "manifest.json").exists()
    result = local(long_source[0], sink)
    assert result.kept == len(done) and everything(result.sink) == everything(long_source[1])


def test_workers_need_cores_of_one_machine(monkeypatch):
    """Three machines with 4 cores have no more than three workers with 3 threads."""
    need_ray()
    import ray

    nodes = [{"Alive": True, "Resources": {"CPU": 4.0}}] * 3 + [{"Alive": False, "Resources": {"CPU": 64.0}}]
    monkeypatch.setattr(ray, "is_initialized", lambda: True)
    monkeypatch.setattr(ray, "nodes", lambda: [*nodes, {"Alive": True, "Resources": {}}])
    monkeypatch.setattr(ray, "cluster_resources", lambda: {"CPU": 12.0})
    assert workers.Cluster("ray", None, 3).count == 3
    assert workers.Cluster("ray", None, 1).count == 12
    with pytest.raises(vorpal.NotPossibleError, match=r"workers: 4 with 3 threads each; Ray has 12 cores"):
        workers.Cluster("ray", 4, 3)
    with pytest.raises(vorpal.NotPossibleError, match=r"5 threads each"):
        workers.Cluster("ray", None, 5)


@pytest.mark.slow
def test_two_jobs_that_start_ray(source, tmp_path, monkeypatch):
    """The second one is refused: the Ray of the first one ends with it. Addresses of others are not used."""
    need_ray()
    import ray

    monkeypatch.setenv("RAY_ADDRESS", "no address")
    before, errors = set(descendants()), []

    def other(_done, _total):
        if not errors:
            errors.append(None)
            thread = threading.Thread(target=again)
            thread.start()
            thread.join()

    def again():
        with pytest.raises(vorpal.NotPossibleError, match="another job has started a Ray for itself") as error:
            recover_senders(source[0], tmp_path / "other", workers=1)
        errors.append(error)

    result = recover_senders(source[0], tmp_path / "one", workers=1, progress=other)
    assert everything(result.sink) == everything(source[1]) and len(errors) == 2
    assert not ray.is_initialized() and not wait_for_end(before)


def test_a_ray_that_cannot_start(monkeypatch):
    """What was changed for the start is changed back."""
    need_ray()
    import ray
    from ray._private import ray_constants

    before = ray_constants.ENABLE_RAY_CLUSTER

    def fail(**_options):
        assert not ray_constants.ENABLE_RAY_CLUSTER
        raise ConnectionError("no")

    monkeypatch.setattr(ray, "init", fail)
    with pytest.raises(ConnectionError):
        workers.start_ray(1)
    assert before == ray_constants.ENABLE_RAY_CLUSTER
