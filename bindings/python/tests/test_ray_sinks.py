"""Sources and sinks that are changed, exchanged or mixed: nothing foreign is counted, nothing is dropped."""

import json
import os
import shutil

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import vorpal
from ray_fixtures import everything
from test_ray_senders import local
from vorpal.ray import IncompleteError, generate
from vorpal.ray.rowgroup import METADATA, digest_of

ORDER = generate.ORDER


def job(source, sink, **options):
    return local(source, sink, **{"report_page": False, **options})


@pytest.fixture
def source(tmp_path):
    """Two files with five row groups each."""
    generate.write_signatures(tmp_path / "in", 100, files=2, row_group=10)
    return tmp_path / "in"


def high(file):
    """Make every ``s`` of a file high."""
    table = pq.read_table(file)
    columns = {name: table[name].to_pylist() for name in table.column_names}
    columns["s"] = [(ORDER - int.from_bytes(s, "big")).to_bytes(32, "big") for s in columns["s"]]
    columns["y_parity"] = [1 - parity for parity in columns["y_parity"]]
    pq.write_table(pa.table(columns, table.schema), file)


def test_files_of_another_rule(source, tmp_path):
    """Senders of blocks with high s are not those of a strict job, although the input is the same."""
    file = source / "signatures-0000.parquet"
    high(file)
    assert job(file, tmp_path / "sink", high_s_before=10).manifest["counts"] == {"OK": 50}
    (tmp_path / "sink/job.json").unlink()
    strict = job(file, tmp_path / "sink")
    assert strict.kept == 0 and strict.manifest["counts"] == {"HIGH_S": 50}
    job(file, tmp_path / "before", high_s_before=10)
    shutil.copytree(tmp_path / "before/senders", tmp_path / "mixed/senders")
    assert everything(job(file, tmp_path / "mixed").sink) == everything(strict.sink)


def test_files_of_another_job(source, tmp_path):
    """A file that the job would not write is an error: readers of the folder would count its rows."""
    job(source, tmp_path / "sink")
    before = everything(tmp_path / "sink")
    (tmp_path / "sink/job.json").unlink()
    with pytest.raises(vorpal.InputError, match=r"signatures-0001\.00000\.parquet is no file of this job"):
        job(source / "signatures-0000.parquet", tmp_path / "sink")
    assert not (tmp_path / "sink/job.json").exists()
    shutil.copy(tmp_path / "sink/senders/signatures-0000.00000.parquet", tmp_path / "sink/senders/extra.parquet")
    with pytest.raises(vorpal.InputError, match=r"extra\.parquet is no file of this job; remove it"):
        job(source, tmp_path / "sink")
    (tmp_path / "sink/senders/extra.parquet").unlink()
    result = job(source, tmp_path / "sink")
    assert result.kept == 10 and everything(result.sink) == before


def change(file, table=None, **facts):
    """Write a file of the sink again, with other contents or other metadata."""
    old = pq.read_table(file)
    summary = {**json.loads(old.schema.metadata[METADATA]), **facts}
    summary = {name: value for name, value in summary.items() if value is not None}
    table = old if table is None else table
    pq.write_table(table.replace_schema_metadata({METADATA: json.dumps(summary)}), file)


def test_files_with_other_metadata(source, tmp_path):
    """Counts are those of the contents, and names are those of the unit. Other files are written again."""
    first = job(source, tmp_path / "sink")
    before, file = everything(first.sink), first.sink / "senders/signatures-0000.00001.parquet"
    table, plain = pq.read_table(file), [["x"] * 10]
    nulls = table.set_column(3, "status", pa.nulls(10, pa.uint8()))
    for other, facts in [
        (None, {"counts": {"OK": 9, "HIGH_S": 1}}),
        (None, {"source": "signatures-0001.parquet"}),
        (None, {"row_group": 2}),
        (None, {"rows": 11}),
        (None, {"rows": "10"}),
        (None, {"kind": "transactions"}),
        (None, {"high_s_before": 1}),
        (None, {"format": 2}),
        (None, {"input": None}),
        (None, {"input": 3}),
        (None, {"more": 1}),
        (table.drop_columns(["sender"]), {}),
        (table.set_column(2, "sender", plain), {}),
        (table.set_column(3, "status", plain), {}),
        (nulls, {"output": digest_of(nulls.set_column(3, "status", pa.array([0] * 10, pa.uint8())))}),
        (table[:9], {"rows": 9, "output": digest_of(table[:9]), "counts": {"OK": 9}}),
    ]:
        change(file, other, **facts)
        again = job(source, tmp_path / "sink")
        assert again.kept == 9 and everything(again.sink) == before, facts
    file.write_bytes((file.parent / "signatures-0000.00002.parquet").read_bytes())
    assert job(source, tmp_path / "sink").kept == 9
    assert everything(tmp_path / "sink") == before


def test_no_manifest_of_a_job_that_is_not_whole(source, tmp_path):
    """A sink that grows, or whose files are written again, has no manifest until all files are there."""
    file, manifest = source / "signatures-0000.parquet", tmp_path / "sink/manifest.json"
    job(file, tmp_path / "sink")
    assert json.loads(manifest.read_text())["complete"]
    with pytest.raises(vorpal.CancelledError):
        job(source, tmp_path / "sink", progress=lambda done, _: done < 70)
    assert not manifest.exists()
    assert job(source, tmp_path / "sink").rows == 100 and manifest.exists()
    before = everything(tmp_path / "sink")
    with pytest.raises(vorpal.InputError, match="high_s_before"):
        job(source, tmp_path / "sink", high_s_before=1)
    assert everything(tmp_path / "sink") == before


def test_a_source_that_changes_meanwhile(source, tmp_path):
    """Row groups of the new file are not mixed with those of the old one."""
    file = source / "signatures-0000.parquet"
    generate.write_signatures(tmp_path / "other", 50, row_group=10, seed=9)

    def exchange(done, _total):
        if done == 30:
            shutil.copy(tmp_path / "other/signatures-0000.parquet", file)

    with pytest.raises(IncompleteError, match=r"row group 3: .*the file has changed since the job began") as error:
        job(file, tmp_path / "sink", workers=1, progress=exchange)
    assert error.value.result.rows == 30
    with pytest.raises(vorpal.InputError, match="the senders of another file"):
        job(file, tmp_path / "sink")


def test_a_source_in_its_sink(source, tmp_path):
    """No file of the source is overwritten by the list of wrong rows or by senders."""
    sink, name = tmp_path / "sink", "signatures-0000.00000.parquet"
    (sink / "senders").mkdir(parents=True)
    for inside in (sink / "invalid.parquet", sink / "senders" / name):
        content = shutil.copy(source / "signatures-0000.parquet", inside).read_bytes()
        (tmp_path / "link.parquet").symlink_to(inside)
        (tmp_path / "folder").symlink_to(sink, target_is_directory=True)
        for file in (inside, tmp_path / "link.parquet", tmp_path / "folder" / inside.relative_to(sink)):
            with pytest.raises(vorpal.ArgumentError, match=r"sink: .* has a file of the source"):
                job(file, sink)
        with pytest.raises(vorpal.ArgumentError, match=r"sink: .* has a file of the source"):
            job(inside.parent, tmp_path / "folder")
        assert inside.read_bytes() == content
        for file in (inside, tmp_path / "link.parquet", tmp_path / "folder"):
            file.unlink()


def test_a_sink_in_a_sink(source, tmp_path):
    """A job removes no temporary file of another one below its sink, and no file of anyone else."""
    inner = tmp_path / "sink/inner"
    others = [inner / ".a.parquet.host:1.00ff00ff.tmp", tmp_path / "sink/.notes.tmp", tmp_path / "sink/senders/.x.tmp"]
    left = [tmp_path / "sink" / name for name in (".job.json.host:1.00ff00ff.tmp", "senders/.a\n.host:7.ab.tmp")]
    for file in (*others, *left):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"x")
    job(source, tmp_path / "sink")
    assert all(file.exists() for file in others) and not any(file.exists() for file in left)

    def outer(done, _total):
        if done == 20:
            job(source, tmp_path / "outer")

    result = job(source, tmp_path / "outer/inner", progress=outer)
    assert everything(result.sink) == everything(job(source, tmp_path / "other").sink)


@pytest.mark.parametrize("name", [".hidden", "_first", "."])
def test_names_that_readers_skip(source, tmp_path, name):
    (source / "signatures-0001.parquet").rename(source / f"{name}.parquet")
    with pytest.raises(vorpal.ArgumentError, match="readers of the sink would skip"):
        job(source, tmp_path / "sink")
    assert not (tmp_path / "sink").exists()


def test_odd_names(source, tmp_path):
    """Each file has senders of its own, whatever its name; none is written outside of the sink."""
    content = (source / "signatures-0000.parquet").read_bytes()
    names = ["a b", "a\nb", "%2e%2e", "a=1", "é", "*", "<b>", 'a"', "a\\b", "a.00000", "a", "a.parquet", "x" * 150]
    for name in names:
        (source / f"{name}.parquet").write_bytes(content)
    result = job(source, tmp_path / "sink")
    assert result.rows == 100 + 50 * len(names) == pq.read_table(result.sink / "senders").num_rows
    assert {file.name for file in (tmp_path / "sink").iterdir()} >= {"job.json", "manifest.json", "senders"}
    assert sorted(file.name for file in tmp_path.iterdir()) == ["in", "sink"]
    assert job(source, tmp_path / "sink").kept == len(result.manifest["units"])


def test_a_name_that_is_no_text(source, tmp_path):
    """It is named as unreadable, also in the report; all others are done."""
    (source / "signatures-0001.parquet").rename(os.fsdecode(os.fsencode(source) + b"/\xff.parquet"))
    with pytest.raises(IncompleteError) as error:
        job(source, tmp_path / "sink", report_page=True)
    assert error.value.result.rows == 50 and "udcff.parquet" in error.value.result.report.read_text()


def test_two_columns_of_a_name(source, tmp_path):
    table = generate.signatures(3)[0]
    for name in ("r", "y_parity", "block_number"):
        pq.write_table(table.append_column(name, table[name]), tmp_path / "a.parquet")
        with pytest.raises(vorpal.InputError, match=f"a.parquet: columns: {name} occurs 2 times"):
            job(tmp_path / "a.parquet", tmp_path / "sink")


def test_positions_of_other_types(tmp_path):
    """Readers of the sink would drop the column, or fail."""
    table, folder = generate.signatures(3)[0], tmp_path / "in"
    folder.mkdir()
    pq.write_table(table, folder / "a.parquet")
    for other in (
        table.drop_columns(["block_number"]),
        table.set_column(0, "block_number", [pa.array([1, 2, 3], "i1")]),
    ):
        pq.write_table(other, folder / "b.parquet")
        with pytest.raises(vorpal.InputError, match=r"a.parquet has signatures with .* and b.parquet has"):
            job(folder, tmp_path / "sink")


def test_null_columns_and_large_numbers(tmp_path):
    """Columns of nulls alone, and numbers of blocks and parities near 2^64."""
    nulls = {name: pa.nulls(3, pa.binary(32)) for name in ("signing_hash", "r", "s")}
    pq.write_table(pa.table({**nulls, "y_parity": pa.nulls(3, pa.int8())}), tmp_path / "nulls.parquet")
    pq.write_table(pa.table({"transaction": pa.nulls(3, pa.large_binary())}), tmp_path / "raw.parquet")
    for name in ("nulls", "raw"):
        result = job(tmp_path / f"{name}.parquet", tmp_path / name)
        assert result.manifest["counts"] == {"TRANSACTION": 3}
        assert job(tmp_path / f"{name}.parquet", tmp_path / name).kept == 1
    table = generate.signatures(4)[0]
    table = table.set_column(0, "block_number", pa.array([2**63, 2**64 - 1, None, 1], pa.uint64()))
    table = table.set_column(5, "y_parity", pa.array([2**64 - 1, 2**63, 256, 2**32], pa.uint64()))
    pq.write_table(table, tmp_path / "a.parquet")
    result = job(tmp_path / "a.parquet", tmp_path / "sink", high_s_before=2**80)
    assert result.manifest["counts"] == {"RECOVERY_ID": 4}
    assert pq.read_table(result.sink / "senders")["block_number"].to_pylist() == [2**63, 2**64 - 1, None, 1]
    listed = pq.read_table(result.sink / "invalid.parquet")["block_number"].to_pylist()
    assert listed == [-1, -1, None, 1]


def test_digests_do_not_depend_on_chunks():
    senders = pa.array([bytes([i % 256]) * 20 for i in range(1000)], pa.binary(20))
    table = pa.table({"sender": senders, "status": pa.array(np.zeros(1000, np.uint8))})
    assert digest_of(pa.concat_tables([table[:7], table[7:600], table[600:]])) == digest_of(table)


def test_a_damaged_job(source, tmp_path):
    (tmp_path / "sink").mkdir()
    for text in ("[" * 100_000, "{", "[]", "3", "\udcff"):
        (tmp_path / "sink/job.json").write_text(text, errors="surrogateescape")
        with pytest.raises(vorpal.StoreError, match=r"job\.json"):
            job(source, tmp_path / "sink")
