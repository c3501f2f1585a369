"""Jobs on Ray: equal to the local engine with killed workers, damaged files, full disks, and two jobs at once.

The long tests have the mark ``slow``; ``make ray-test`` runs them.
"""

import shutil
import subprocess
import threading
import time

import numpy as np
import pyarrow.parquet as pq
import pytest

import vorpal
from processes import Killer, descendants, listening
from ray_fixtures import cluster, everything, need_ray, wait_for_end
from test_ray_senders import corrupt, local, rows_of
from vorpal.fields import Field
from vorpal.msm import Bases
from vorpal.msm import msm as one
from vorpal.ray import IncompleteError, Record, drive, generate, msm, recover_senders, verify_chain, write_bases

__all__ = ["cluster"]


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    folder = tmp_path_factory.mktemp("source")
    generate.write_signatures(folder / "in", 60_000, files=2, row_group=1 << 12)
    return folder / "in", local(folder / "in", folder / "expected").sink


@pytest.fixture(scope="module")
def problem(tmp_path_factory):
    file, count = tmp_path_factory.mktemp("bases") / "bases.points", 1 << 14
    bases, scalars = Bases.multiples(count, curve="bls12_381"), Field("bls12_381_scalar").random(count, seed=1)
    write_bases(file, bases)
    return file, scalars, one(bases, scalars)


def on_ray(folder, sink, **options):
    return recover_senders(folder, sink, workers=2, **options)


def test_senders_with_a_killed_worker(cluster, source, tmp_path):
    folder, expected = source
    with Killer(1, 0.1, 0.5) as killer:
        result = on_ray(folder, tmp_path / "sink")
    assert everything(result.sink) == everything(expected)
    assert killer.killed == 1 and result.record.items == 60_000
    # A worker may be killed between two units; otherwise its unit is repeated.
    assert result.record.retries <= 1
    page = result.report.read_text()
    assert ("a worker died" in page or "<h2>Retries</h2>" in page) == bool(result.record.retries)


def test_sums_with_a_killed_worker(cluster, problem):
    file, scalars, expected = problem
    assert msm(file, scalars, workers=2, windows=3) == expected
    record = Record()
    with Killer(1, 0.2, 0.6):
        assert msm(file, scalars, workers=2, ranges=100, windows=2, record=record) == expected
    done = [span for span in record.spans if not span.lost]
    assert len(done) == 200 and record.retries <= 1


@pytest.mark.slow
def test_other_problems(cluster, source, problem, tmp_path):
    """A corrupted row group, errors of the work, a callback that cancels, too many workers."""
    folder, expected = source
    shutil.copytree(folder, tmp_path / "in")
    whole = (tmp_path / "in/signatures-0001.parquet").read_bytes()
    corrupt(tmp_path / "in", 2)
    with pytest.raises(IncompleteError, match=r"signatures-0001.parquet, row group 2: .*all other row groups are done"):
        on_ray(tmp_path / "in", tmp_path / "sink")
    (tmp_path / "in/signatures-0001.parquet").write_bytes(whole)
    with pytest.raises(vorpal.CancelledError):
        on_ray(tmp_path / "in", tmp_path / "other", progress=lambda done, _: done < 9000)
    for sink in ("sink", "other"):
        result = on_ray(tmp_path / "in", tmp_path / sink)
        assert result.kept > 1 and everything(result.sink) == everything(expected)
    file, scalars, _ = problem
    with pytest.raises(vorpal.InputError, match="scalars: number 0 is not below the order"):
        msm(file, np.full((len(scalars), 32), 255, np.uint8), workers=2)
    with pytest.raises(vorpal.NotPossibleError, match=r"workers: 3 with 1 threads each; Ray has 2 cores"):
        msm(file, scalars, workers=3)


@pytest.mark.slow
def test_full_disk(cluster, source, tmp_path):
    """A file system for half of the senders."""
    folder, expected = source
    sink = tmp_path / "sink"
    sink.mkdir()
    half = sum(-(-file.stat().st_size // 4096) * 4096 for file in (expected / "senders").iterdir()) // 2
    mount = ["mount", "-t", "tmpfs", "-o", f"size={half}", "vorpal", sink]
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("a file system cannot be mounted; test_ray_senders has a writer that fails")
    try:
        with pytest.raises(vorpal.StoreError, match=r"sink: the disk is full: .* of 16 row groups are done.*goes on"):
            on_ray(folder, sink)
        done = list((sink / "senders").iterdir())
        assert 0 < len(done) < 16 and all(file.suffix == ".parquet" and file.name[0] != "." for file in done)
        assert all(pq.read_table(file).num_rows for file in done)
        subprocess.run(["mount", "-o", "remount,size=64m", sink], check=True)
        result = on_ray(folder, sink)
        assert result.kept == len(done) and everything(sink) == everything(expected)
    finally:
        subprocess.run(["umount", sink], check=True)


@pytest.mark.slow
def test_two_jobs_at_once(source, tmp_path):
    need_ray()
    import ray

    from vorpal.ray import start_ray

    before = set(descendants())
    start_ray(4)
    try:
        results = {}
        run = lambda name: results.update({name: on_ray(source[0], tmp_path / name)})  # noqa: E731
        threads = [threading.Thread(target=run, args=(name,)) for name in ("one", "other")]
        with Killer(1, 0.5, 1.0):
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        assert everything(results["one"].sink) == everything(results["other"].sink) == everything(source[1])
    finally:
        ray.shutdown()
    assert not wait_for_end(before)


@pytest.mark.slow
def test_a_ray_of_its_own(source, tmp_path):
    """A job without a running Ray starts one on 127.0.0.1 and ends it."""
    need_ray()
    import ray

    before, seen = set(descendants()), []

    def look(_done, _total):
        if not seen:
            seen.append(listening(set(descendants()) - before))

    result = on_ray(source[0], tmp_path / "sink", progress=look)
    assert everything(result.sink) == everything(source[1])
    assert not ray.is_initialized() and not wait_for_end(before)
    assert {address.is_loopback for address in seen[0]} == {True}, seen


@pytest.mark.slow
def test_a_unit_that_kills_its_workers(cluster):
    """It ends with an error that names it, after the retries."""

    class Unit:
        def __str__(self):
            return "the deadly unit"

    def make():
        import os

        return lambda unit: os._exit(1)

    from vorpal.ray.drive import Bar
    from vorpal.ray.workers import Cluster

    record = Record()
    with pytest.raises(vorpal.StoreError, match=r"the deadly unit: 3 workers died; the last: "):
        list(
            drive.drive(
                Cluster("ray", 2, 1),
                make,
                [Unit()],
                size=lambda _: 1,
                count=1,
                bar=Bar(None, 1, "x"),
                record=record,
                retries=2,
            )
        )
    assert record.retries == 3


def test_chain(cluster, tmp_path, committer):
    from test_ray_chain import write_chain
    from vorpal.ray import write_snapshots

    folder = write_chain(tmp_path / "blocks", committer)
    write_snapshots(folder, tmp_path / "snapshots", 2)
    done = verify_chain(folder, tmp_path / "snapshots", workers=2)
    assert (done.blocks, done.ranges) == (9, 5)
    assert done.root == verify_chain(folder, tmp_path / "snapshots", engine="local").root
    (folder / "5.jsonl").write_text("")
    with pytest.raises(vorpal.RefusedError, match=r"1 fault in 5 ranges: blocks 4 to 6: 5\.jsonl"):
        verify_chain(folder, tmp_path / "snapshots", workers=2)


@pytest.mark.slow
def test_twenty_kills(cluster, tmp_path):
    """Jobs until 20 workers have died. Results are those of the local engine, bit for bit."""
    folder = tmp_path / "in"
    generate.write_signatures(folder, 400_000, row_group=1 << 14)
    expected, killed, retries, run = everything(local(folder, tmp_path / "expected").sink), 0, 0, 0
    while killed < 20:
        run += 1
        with Killer(20 - killed, 0.5, 3.0, seed=run) as killer:
            result = on_ray(folder, tmp_path / "sink")
        assert everything(result.sink) == expected
        killed, retries = killed + killer.killed, retries + result.record.retries
        shutil.rmtree(tmp_path / "sink")
        assert run <= 60
    assert retries >= 5


@pytest.mark.slow
def test_twenty_kills_in_sums(cluster, tmp_path):
    count = 1 << 18
    bases, scalars = Bases.multiples(count, curve="bn254"), Field("bn254_scalar").random(count, seed=1)
    write_bases(tmp_path / "bases", bases)
    expected, killed, run = one(bases, scalars), 0, 0
    while killed < 20:
        run += 1
        with Killer(20 - killed, 0.5, 3.0, seed=run) as killer:
            assert msm(tmp_path / "bases", scalars, workers=2, ranges=32, windows=2) == expected
        killed += killer.killed
        assert run <= 60


@pytest.mark.slow
def test_mainnet_state(cluster, data, tmp_path):
    import pyarrow as pa

    from vorpal.blocks import read_signatures

    parts = [read_signatures(file)[:3] for file in sorted((data / "mainnet-state").glob("*.signatures.csv"))]
    hashes, signatures, senders = (np.concatenate(column) for column in zip(*parts))
    columns = {"signing_hash": hashes, "r": signatures[:, :32], "s": signatures[:, 32:64]}
    table = {name: pa.array([bytes(row) for row in rows], pa.binary(32)) for name, rows in columns.items()}
    table.update(y_parity=pa.array(signatures[:, 64]), block_number=pa.array([0] * len(hashes)))
    pq.write_table(pa.table(table), tmp_path / "real.parquet", row_group_size=3000)
    result = on_ray(tmp_path / "real.parquet", tmp_path / "sink", high_s_before=1)
    assert rows_of(result.sink) == {"sender": [bytes(row) for row in senders], "status": [0] * 18_605}
    assert everything(result.sink) == everything(
        local(tmp_path / "real.parquet", tmp_path / "local", high_s_before=1).sink
    )


@pytest.mark.slow
def test_two_million(cluster, tmp_path):
    senders = generate.write_signatures(tmp_path / "in", 2_000_000, files=4)
    result = on_ray(tmp_path / "in", tmp_path / "sink")
    assert result.manifest["counts"] == {"OK": 2_000_000}
    found = pq.read_table(result.sink / "senders")["sender"].chunks
    rows = np.concatenate([np.frombuffer(chunk.buffers()[1], np.uint8).reshape(-1, 20) for chunk in found])
    np.testing.assert_array_equal(rows, senders)


@pytest.mark.slow
def test_a_sum_of_2_to_the_22(cluster, tmp_path):
    """Parts by points and by windows against one sum."""
    count = 1 << 22
    bases, scalars = Bases.multiples(count, curve="bls12_377"), Field("bls12_377_scalar").random(count, seed=1)
    write_bases(tmp_path / "bases", bases)
    expected = one(bases, scalars)
    del bases
    for options in ({}, {"ranges": 16}, {"ranges": 4, "windows": 2}):
        start = time.perf_counter()
        assert msm(tmp_path / "bases", scalars, workers=2, **options) == expected
        print(options, time.perf_counter() - start)
