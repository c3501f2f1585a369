"""Fixtures of the tests of vorpal.ray: a Ray that is ended, and sources."""

import importlib.util
import warnings

import pytest

from processes import descendants


def has_ray():
    return importlib.util.find_spec("ray") is not None


def need_ray():
    if not has_ray():
        warnings.warn("SKIPPED: Ray is not installed", stacklevel=2)
        pytest.skip("Ray is not installed")


@pytest.fixture
def cluster():
    """A Ray with two cores on 127.0.0.1. All its processes end with the test."""
    need_ray()
    import ray

    from vorpal.ray import start_ray

    before = set(descendants())
    start_ray(2)
    yield ray
    ray.shutdown()
    left = wait_for_end(before)
    assert not left, left


def wait_for_end(before, seconds=20):
    """Wait until the processes that a test started have ended; return those that have not."""
    import time

    end = time.monotonic() + seconds
    while True:
        left = {process: line for process, line in descendants().items() if process not in before and line}
        if not left or time.monotonic() > end:
            return left
        time.sleep(0.1)


def everything(folder):
    """The contents of the files of a sink, by name, without the report, which has times."""
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file() and file.name != "report.html"
    }
