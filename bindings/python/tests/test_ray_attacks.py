"""Chains, sums and arguments that are wrong in other ways than their own tests have."""

import json
import shutil
import sys

import numpy as np
import pyarrow as pa
import pytest

import vorpal
from ray_fixtures import everything
from rlp import sign
from test_ray_chain import copy, generated
from test_ray_chain import local as verify
from vorpal.ray import Record, chain, files, msm, split, verify_chain, write_bases, write_snapshots
from vorpal.secp256k1 import Item
from vorpal.transactions import recover_senders as senders_of

__all__ = ["copy", "generated"]


def test_other_arguments():
    """Objects of pyarrow that are no columns."""
    for kind in (pa.binary(), pa.large_binary()):
        for wrong in (pa.scalar(b"x", kind), pa.table({"a": pa.array([b"x"], kind)}), kind):
            with pytest.raises(TypeError, match="transactions: a column of binary"):
                senders_of(wrong)
    signed, _, _ = sign([0, 1, 21000, bytes(20), 0, b""])
    assert senders_of(pa.chunked_array([[], [], [bytes(signed[4])], []], pa.binary())).items.tolist() == [
        Item.TRANSACTION
    ]


def test_garbage_of_a_worker(generated, monkeypatch):
    """A range counts by the roots that its worker returns, not by the absence of failures."""
    done = chain.ReplayRange.__call__
    for garbage in (
        lambda found: chain.Replayed(None, None),
        lambda found: chain.Replayed(found.start, bytes(32)),
        lambda found: chain.Replayed(None, found.end),
    ):

        def act(self, unit, garbage=garbage):
            found = done(self, unit)
            return garbage(found) if unit.first == 4 else found

        monkeypatch.setattr(chain.ReplayRange, "__call__", act)
        with pytest.raises(
            vorpal.RefusedError, match=r"blocks 4 to 6: the worker returned the roots of something else"
        ):
            verify(generated)


@pytest.mark.parametrize("name", ["a\0b", "\udc80", ".."])
def test_names_of_blocks(copy, name):
    """They are failures of their range alone."""
    roots = json.loads((copy / "blocks/roots.json").read_text())
    roots[5]["file"] = name
    (copy / "blocks/roots.json").write_text(json.dumps(roots))
    with pytest.raises(vorpal.RefusedError, match=r"1 fault in 5 ranges: blocks 4 to 6: "):
        verify(copy)


def test_deep_lines(copy):
    with (copy / "blocks/4.jsonl").open("a") as file:
        file.write("[" * 100_000 + "\n")
    # A program may have raised the interpreter's limit, above which the parser's stack overflows.
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(1_000_000)
    try:
        with pytest.raises(vorpal.RefusedError, match=r"1 fault in 5 ranges: blocks 4 to 6: .*64 levels"):
            verify(copy)
    finally:
        sys.setrecursionlimit(limit)
    (copy / "blocks/roots.json").write_text("[" * 100_000)
    with pytest.raises(vorpal.InputError, match=r"roots\.json: .*64 levels"):
        verify(copy)


def full(file, data):
    raise files.SinkError(str(file), "no space", True)


def test_faults_without_a_report(copy, tmp_path, monkeypatch):
    """Faults are told although the report cannot be written; a page that cannot be one ends a job before its work."""
    page = tmp_path / "report.html"
    with monkeypatch.context() as patched:
        patched.setattr(files, "write", full)
        with pytest.raises(vorpal.StoreError, match=r"report_page: .*no space"):
            verify(copy, report_page=page)
        (copy / "blocks/5.jsonl").write_text("")
        with pytest.raises(vorpal.RefusedError, match=r"1 fault in 5 ranges: blocks 4 to 6: 5\.jsonl.*; report_page: "):
            verify(copy, report_page=page)
    shutil.rmtree(copy / "blocks")
    for wrong in (tmp_path / "none/report.html", tmp_path):
        with pytest.raises(vorpal.StoreError, match=r"report_page: .* is in no folder, or is one"):
            verify(copy, report_page=wrong)
    monkeypatch.setattr("vorpal.ray.report.is_possible", lambda: False)
    with pytest.raises(vorpal.NotPossibleError, match="matplotlib"):
        verify(copy, report_page=page)


def test_a_sum_without_a_report(tmp_path, monkeypatch):
    """The sum is told although the report cannot be written."""
    bases, scalars = vorpal.msm.Bases.multiples(5, curve="bn254"), np.ones(5, np.uint64)
    write_bases(tmp_path / "bases", bases)
    with pytest.raises(vorpal.StoreError, match="is in no folder"):
        msm(tmp_path / "bases", scalars, engine="local", report_page=tmp_path / "none/report.html")
    monkeypatch.setattr(files, "write", full)
    total = vorpal.msm.msm(bases, scalars).to_bytes().hex()
    with pytest.raises(vorpal.StoreError, match=f"no space; the sum is {total}"):
        msm(tmp_path / "bases", scalars, engine="local", report_page=tmp_path / "report.html")


def test_snapshots_that_exist(copy):
    """They are not overwritten, and the blocks are not replayed in vain."""
    before = everything(copy)
    with pytest.raises(vorpal.StoreError, match=r"snapshots: .*000000004 exists"):
        write_snapshots(copy / "blocks", copy / "snapshots", 4)
    (copy / "file").write_text("")
    with pytest.raises(vorpal.StoreError, match="snapshots"):
        write_snapshots(copy / "blocks", copy / "file", 4)
    (copy / "file").unlink()
    assert everything(copy) == before
    (copy / "snapshots/.replay-dead").mkdir()
    assert verify_chain(copy / "blocks", copy / "snapshots", engine="local").ranges == 5


def test_bases_without_an_index(tmp_path, monkeypatch):
    """A disk that is full when the index is written leaves nothing in the way of the next call."""
    bases, write = vorpal.msm.Bases.multiples(5, curve="bn254"), files.write
    monkeypatch.setattr(files, "write", full)
    with pytest.raises(vorpal.StoreError, match="no space"):
        write_bases(tmp_path / "bases", bases)
    monkeypatch.setattr(files, "write", write)
    with pytest.raises(TypeError, match="bases: int is no Bases"):
        write_bases(tmp_path / "bases", [bases, 5])
    assert not list(tmp_path.iterdir())
    assert write_bases(tmp_path / "bases", bases).points == 5


def test_a_record_of_a_failed_job(tmp_path):
    write_bases(tmp_path / "bases", vorpal.msm.Bases.multiples(5, curve="bn254"))
    record = Record()
    with pytest.raises(vorpal.InputError, match="scalars: number 0"):
        msm(tmp_path / "bases", np.full((5, 32), 255, np.uint8), engine="local", record=record)
    total = msm(tmp_path / "bases", np.ones(5, np.uint64), engine="local", record=record)
    assert total == vorpal.msm.msm(vorpal.msm.Bases.multiples(5, curve="bn254"), np.ones(5, np.uint64))


def test_scalars_that_change_meanwhile(tmp_path):
    """Parts of the old and of the new scalars are no sum."""
    write_bases(tmp_path / "bases", vorpal.msm.Bases.multiples(64, curve="bn254"))
    file, scalars = tmp_path / "scalars.npy", np.arange(64, dtype=np.uint64)
    np.save(file, scalars)

    def change(done, _total):
        mapped = np.load(file, mmap_mode="r+")
        mapped[-1] += 1
        mapped.flush()

    with pytest.raises(vorpal.StoreError, match=r"scalars\.npy has changed since the job began"):
        msm(tmp_path / "bases", file, engine="local", workers=1, ranges=8, progress=change)
    expected = vorpal.msm.msm(vorpal.msm.Bases.multiples(64, curve="bn254"), np.load(file))
    assert msm(tmp_path / "bases", file, engine="local", workers=1, ranges=8) == expected


def test_memory_of_parts(tmp_path):
    write_bases(tmp_path / "bases", vorpal.msm.Bases.multiples(5, curve="bn254"))
    scalars = np.ones(5, np.uint64)
    for memory in (0, -1, -(2**70)):
        with pytest.raises(vorpal.ArgumentError, match=f"memory: {memory}"):
            msm(tmp_path / "bases", scalars, engine="local", memory=memory)
    for workers in (0, -1):
        with pytest.raises(vorpal.ArgumentError, match=f"workers: {workers}"):
            split(tmp_path / "bases", scalars, workers=workers)
    for memory in ("1", True, None, 1.5):
        with pytest.raises(TypeError, match="memory"):
            msm(tmp_path / "bases", scalars, engine="local", memory=memory)
