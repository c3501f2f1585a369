"""Senders by row groups on threads: results, wrong rows, and what goes wrong with files and disks."""

import errno
import json
import os
import threading

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import vorpal
from conftest import ROOT
from ray_fixtures import everything
from rlp import rlp, sign
from test_transactions import FIELDS, LEGACY
from vorpal.ray import IncompleteError, files, recover_senders
from vorpal.ray import generate as generated
from vorpal.secp256k1 import Item

ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141


def local(source, sink, **options):
    return recover_senders(source, sink, engine="local", **{"workers": 2, **options})


def rows_of(sink):
    return pq.read_table(sink / "senders", columns=["sender", "status"]).to_pydict()


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    folder = tmp_path_factory.mktemp("source")
    senders = generated.write_signatures(folder, 5000, files=2, row_group=700)
    return folder, [bytes(row) for row in senders]


def test_generated(source, tmp_path):
    folder, senders = source
    calls = []
    result = local(folder, tmp_path / "sink", progress=lambda done, total: calls.append((done, total)))
    assert rows_of(result.sink) == {"sender": senders, "status": [0] * 5000}
    assert calls[-1] == (5000, 5000) and len(calls) == 8 and result.invalid == 0 and result.kept == 0
    assert result.manifest["complete"] and result.manifest["counts"] == {"OK": 5000}
    assert len(result.manifest["units"]) == 8 and result.record.items == 5000
    table = pq.read_table(result.sink / "senders")
    expected = pq.read_table(folder)
    assert table["block_number"].equals(expected["block_number"])
    assert table["transaction_index"].equals(expected["transaction_index"])
    page = result.report.read_text()
    assert page.count("<svg") == 2 and "Throughput" in page and "<script" not in page
    one = local(folder, tmp_path / "one", workers=1, threads=2, report_page=False)
    assert everything(one.sink) == everything(result.sink) and one.report is None


def test_mainnet_state(data, tmp_path):
    """All 18,605 signatures of the real blocks, as binary columns of variable length."""
    from vorpal.blocks import read_signatures

    parts = [read_signatures(file)[:3] for file in sorted((data / "mainnet-state").glob("*.signatures.csv"))]
    hashes, signatures, senders = (np.concatenate(column) for column in zip(*parts))
    table = pa.table(
        {
            "signing_hash": pa.array([bytes(row) for row in hashes], pa.large_binary()),
            "r": pa.array([bytes(row) for row in signatures[:, :32]], pa.binary()),
            "s": pa.array([bytes(row) for row in signatures[:, 32:64]], pa.binary(32)),
            "y_parity": pa.array(signatures[:, 64].astype(bool)),
        }
    )
    pq.write_table(table, tmp_path / "real.parquet", row_group_size=4000)
    result = local(tmp_path / "real.parquet", tmp_path / "sink")
    found = rows_of(result.sink)
    # Blocks before Homestead have high s.
    high = result.manifest["counts"].get("HIGH_S", 0)
    assert result.rows == 18_605 == high + result.manifest["counts"]["OK"]
    assert [s == 0 for s in found["status"]] == [sender is not None for sender in found["sender"]]
    expected = [bytes(row) for row in senders]
    assert all(sender in (None, right) for sender, right in zip(found["sender"], expected))


def wrong_rows():
    """A table with a wrong row of every kind, and the statuses."""
    table, senders = generated.signatures(12, first=600)
    columns = {name: table[name].to_pylist() for name in table.column_names}
    columns["signing_hash"] = list(columns["signing_hash"])
    expected = [Item.OK] * 12
    for i, name, value, item in [
        (1, "r", bytes(32), Item.SIGNATURE),
        (2, "s", b"\xff" * 32, Item.SIGNATURE),
        (3, "r", bytes(31) + b"\5", Item.NO_POINT),
        (4, "y_parity", 2, Item.RECOVERY_ID),
        (5, "y_parity", None, Item.RECOVERY_ID),
        (6, "y_parity", 27, Item.RECOVERY_ID),
        (7, "s", None, Item.TRANSACTION),
        (8, "signing_hash", b"short", Item.TRANSACTION),
        (9, "r", b"", Item.TRANSACTION),
    ]:
        columns[name][i], expected[i] = value, item
    for i in (10, 11):
        columns["s"][i] = (ORDER - int.from_bytes(columns["s"][i], "big")).to_bytes(32, "big")
        columns["y_parity"][i] ^= 1
        columns["block_number"][i] = 10 + i
    expected[11] = Item.HIGH_S
    types = {name: pa.binary() for name in ("signing_hash", "r", "s")}
    built = {name: pa.array(values, types.get(name, pa.int64())) for name, values in columns.items()}
    return pa.table(built), [bytes(row) for row in senders], expected


def test_wrong_rows_are_listed(tmp_path):
    table, senders, expected = wrong_rows()
    pq.write_table(table, tmp_path / "a.parquet", row_group_size=5)
    result = local(tmp_path / "a.parquet", tmp_path / "sink", high_s_before=21)
    found = rows_of(result.sink)
    assert found["status"] == expected
    assert found["sender"] == [right if item == 0 else None for right, item in zip(senders, expected)]
    listed = pq.read_table(result.sink / "invalid.parquet").to_pylist()
    wrong = [i for i, item in enumerate(expected) if item]
    assert [row["status"] for row in listed] == [expected[i] for i in wrong]
    assert [(row["file"], row["row"]) for row in listed] == [(f"a.{i // 5:05}.parquet", i % 5) for i in wrong]
    assert [row["block_number"] for row in listed] == [table["block_number"][i].as_py() for i in wrong]
    assert result.invalid == len(wrong) == result.rows - result.manifest["counts"]["OK"]
    strict = local(tmp_path / "a.parquet", tmp_path / "strict")
    assert rows_of(strict.sink)["status"] == [*expected[:10], Item.HIGH_S, Item.HIGH_S]
    with pytest.raises(vorpal.InputError, match="high_s_before"):
        local(tmp_path / "a.parquet", tmp_path / "sink")


def test_raw_transactions(tmp_path):
    encoded, senders = [], []
    for i in range(40):
        kind = i % 5
        signed, _, address = sign(FIELDS[kind] if kind else LEGACY, kind, secret=bytes([i + 1]) * 32)
        encoded.append(bytes([kind] if kind else []) + rlp(signed))
        senders.append(address)
    parity, r, s = signed[-3:]
    high = b"\4" + rlp([*FIELDS[4], 1 - parity, r, ORDER - s])
    rows = [*encoded, None, b"", encoded[0][:-1], high, high]
    blocks = [*range(40), 1, 1, 1, 4, 5]
    expected = [*[0] * 40, *[Item.TRANSACTION] * 3, Item.OK, Item.HIGH_S]
    for kind in (pa.binary(), pa.large_binary()):
        file = tmp_path / f"{kind}.parquet"
        pq.write_table(pa.table({"block_number": blocks, "transaction": pa.array(rows, kind)}), file, row_group_size=44)
        result = local(file, tmp_path / f"{kind}", high_s_before=5)
        found = rows_of(result.sink)
        assert found["status"] == expected and result.manifest["kind"] == "transactions"
        assert found["sender"] == [*senders, None, None, None, address, None]


def test_resumes(source, tmp_path):
    folder, _ = source
    first = local(folder, tmp_path / "sink")
    files_before = everything(first.sink)
    again = local(folder, tmp_path / "sink")
    assert again.kept == 8 and everything(first.sink) == files_before
    names = sorted(first.manifest["units"])
    (first.sink / "senders" / names[0]).unlink()
    (first.sink / "senders" / names[1]).write_bytes(b"damaged")
    data = bytearray((first.sink / "senders" / names[2]).read_bytes())
    data[100] ^= 1
    (first.sink / "senders" / names[2]).write_bytes(data)
    (first.sink / "senders" / f".{names[3]}.host:1.00.tmp").write_bytes(b"left by a dead worker")
    (first.sink / "manifest.json").unlink()
    again = local(folder, tmp_path / "sink")
    assert again.kept == 5 and everything(first.sink) == files_before


def test_cancelled(source, tmp_path):
    folder, _ = source
    with pytest.raises(vorpal.CancelledError):
        local(folder, tmp_path / "sink", progress=lambda done, _: done < 2000)
    done = list((tmp_path / "sink/senders").iterdir())
    assert 0 < len(done) < 8 and all(file.suffix == ".parquet" and file.name[0] != "." for file in done)
    result = local(folder, tmp_path / "sink")
    assert result.kept == len(done)
    assert everything(result.sink) == everything(local(folder, tmp_path / "other").sink)


def test_another_input_is_refused(source, tmp_path):
    folder, _ = source
    local(folder, tmp_path / "sink")
    before = everything(tmp_path / "sink")
    other = tmp_path / "other"
    generated.write_signatures(other, 5000, files=2, row_group=700, seed=9)
    with pytest.raises(vorpal.InputError, match=r"the senders of another file signatures-0000.parquet"):
        local(other, tmp_path / "sink")
    with pytest.raises(vorpal.InputError, match=r"another source, with a file signatures-0001.parquet"):
        local(folder / "signatures-0000.parquet", tmp_path / "sink")
    assert everything(tmp_path / "sink") == before
    # New files may be added.
    one = local(folder / "signatures-0000.parquet", tmp_path / "grows")
    assert one.rows == 2500
    both = local(folder, tmp_path / "grows")
    assert both.kept == 4 and everything(both.sink) == before


def test_values_that_changed_under_the_same_footer(source, tmp_path):
    """A byte of a page, without a checksum that would show it: the old senders are not taken for the new ones."""
    table, _ = generated.signatures(100)
    options = {"use_dictionary": False, "compression": "none", "write_statistics": False}
    pq.write_table(table, tmp_path / "a.parquet", **options)
    local(tmp_path / "a.parquet", tmp_path / "sink")
    content = bytearray((tmp_path / "a.parquet").read_bytes())
    at = content.index(table["signing_hash"][50].as_py())
    content[at] ^= 1
    (tmp_path / "a.parquet").write_bytes(content)
    with pytest.raises(IncompleteError, match=r"row group 0: .*senders of other values; remove it"):
        local(tmp_path / "a.parquet", tmp_path / "sink")


def corrupt(folder, group):
    """Change a byte in a page of a row group; its checksum shows it."""
    file = folder / "signatures-0001.parquet"
    start = pq.ParquetFile(file).metadata.row_group(group).column(3).data_page_offset
    content = bytearray(file.read_bytes())
    content[start + 5000] ^= 1
    file.write_bytes(content)


def test_corrupted_row_group(tmp_path):
    folder = tmp_path / "source"
    senders = generated.write_signatures(folder, 5000, files=2, row_group=700)
    expected = local(folder, tmp_path / "expected")
    whole = (folder / "signatures-0001.parquet").read_bytes()
    corrupt(folder, 2)
    with pytest.raises(IncompleteError, match=r"signatures-0001.parquet, row group 2: .*all other row groups") as error:
        local(folder, tmp_path / "sink")
    result = error.value.result
    assert not result.manifest["complete"] and result.rows == 5000 - 700
    [failed] = result.manifest["failed"]
    assert (failed["source"], failed["row_group"]) == ("signatures-0001.parquet", 2) and failed["reason"]
    assert "signatures-0001.parquet, row group 2" in result.report.read_text()
    found = rows_of(result.sink)["sender"]
    assert found == [bytes(row) for row in np.delete(senders, range(2500 + 1400, 2500 + 2100), axis=0)]
    (folder / "signatures-0001.parquet").write_bytes(whole)
    mended = local(folder, tmp_path / "sink")
    assert mended.kept == 7 and everything(mended.sink) == everything(expected.sink)


def test_unreadable_file(tmp_path):
    folder = tmp_path / "source"
    generated.write_signatures(folder, 600, files=2)
    whole = (folder / "signatures-0000.parquet").read_bytes()
    (folder / "signatures-0000.parquet").write_bytes(whole[:-50])
    with pytest.raises(IncompleteError, match=r"source: signatures-0000.parquet: ArrowInvalid") as error:
        local(folder, tmp_path / "sink")
    assert error.value.result.rows == 300
    (folder / "signatures-0000.parquet").write_bytes(whole)
    assert local(folder, tmp_path / "sink").rows == 600


def test_full_disk(source, tmp_path, monkeypatch):
    """A writer that fails after half of the bytes of the fourth file."""
    folder, _ = source
    calls, put = [], files.put

    def full(target, data):
        calls.append(target.name)
        if len([name for name in calls if "senders" in name]) >= 4:
            target.write(bytes(memoryview(data)[: len(data) // 2]))
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        put(target, data)

    monkeypatch.setattr(files, "put", full)
    with pytest.raises(vorpal.StoreError, match=r"sink: the disk is full: .*3 of 8 row groups are done.*goes on"):
        local(folder, tmp_path / "sink")
    left = [file.name for file in (tmp_path / "sink/senders").iterdir()]
    assert len(left) == 3 and not any(name.endswith(".tmp") for name in left)
    monkeypatch.undo()
    result = local(folder, tmp_path / "sink")
    assert result.kept == 3 and everything(result.sink) == everything(local(folder, tmp_path / "other").sink)


@pytest.mark.parametrize("name", ["job.json", "invalid.parquet", "manifest.json", "report.html"])
def test_full_disk_for_the_driver(source, tmp_path, monkeypatch, name):
    folder, put = source[0], files.put

    def full(target, data):
        if f".{name}." in target.name:
            raise OSError(errno.EDQUOT, os.strerror(errno.EDQUOT))
        put(target, data)

    monkeypatch.setattr(files, "put", full)
    with pytest.raises(vorpal.StoreError, match=f"sink: the disk is full: .*{name}"):
        local(folder, tmp_path / "sink")
    assert not [file for file in (tmp_path / "sink").rglob("*") if file.name.endswith(".tmp") or file.name == name]
    monkeypatch.undo()
    local(folder, tmp_path / "sink")


def test_one_job_at_a_time(source, tmp_path):
    folder, refused = source[0], []

    def other(done, _total):
        if not refused:
            with pytest.raises(vorpal.StoreError, match="another job writes to it"):
                local(folder, tmp_path / "sink")
            refused.append(done)

    result = local(folder, tmp_path / "sink", progress=other)
    assert refused and result.kept == 0


def test_two_jobs_at_once(source, tmp_path):
    results = {}
    threads = [
        threading.Thread(target=lambda name=name: results.update({name: local(source[0], tmp_path / name)}))
        for name in ("one", "other")
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert everything(results["one"].sink) == everything(results["other"].sink)


def test_arguments(source, tmp_path):
    folder, sink = source[0], tmp_path / "sink"
    schema = {"signing_hash": pa.array([bytes(32)]), "r": [bytes(32)], "s": [bytes(32)], "y_parity": [0]}
    for change, text in [
        ({"r": [1]}, "r has the type int64"),
        ({"y_parity": [0.5]}, "y_parity has the type double"),
        ({"s": pa.array([bytes(31)], pa.binary(31))}, r"s has the type fixed_size_binary\[31\]"),
        ({"transaction": [b""]}, "expected are either"),
        ({"block_number": ["1"]}, "block_number has the type string"),
    ]:
        pq.write_table(pa.table({**schema, **change}), tmp_path / "a.parquet")
        with pytest.raises(vorpal.InputError, match=text):
            local(tmp_path / "a.parquet", sink)
    pq.write_table(pa.table({"x": [1]}), tmp_path / "a.parquet")
    with pytest.raises(vorpal.InputError, match="columns: x; expected are either"):
        local(tmp_path / "a.parquet", sink)
    pq.write_table(pa.table(schema), tmp_path / "a.parquet")
    pq.write_table(pa.table({"transaction": [b""]}), tmp_path / "b.parquet")
    with pytest.raises(vorpal.InputError, match="one job has rows of one kind"):
        local([tmp_path / "a.parquet", tmp_path / "b.parquet"], sink)
    with pytest.raises(vorpal.InputError, match="high_s_before needs a column block_number"):
        local(tmp_path / "a.parquet", sink, high_s_before=1)
    with pytest.raises(vorpal.ArgumentError, match="two files have the name"):
        local([tmp_path / "a.parquet"] * 2, sink)
    for wrong, kind in [(tmp_path / "none", vorpal.StoreError), ([], vorpal.ArgumentError)]:
        with pytest.raises(kind, match="source"):
            local(wrong, sink)
    (tmp_path / "empty").mkdir()
    with pytest.raises(vorpal.StoreError, match="no file"):
        local(tmp_path / "empty", sink)
    (tmp_path / "file").write_text("")
    with pytest.raises(vorpal.StoreError, match="sink"):
        local(folder, tmp_path / "file")
    assert not sink.exists()
    for options, kind in [
        ({"workers": 0}, vorpal.ArgumentError),
        ({"workers": True}, TypeError),
        ({"threads": -1}, vorpal.ArgumentError),
        ({"high_s_before": -1}, vorpal.ArgumentError),
        ({"high_s_before": "1"}, TypeError),
    ]:
        with pytest.raises(kind, match=next(iter(options))):
            local(folder, sink, **options)
    with pytest.raises(vorpal.ArgumentError, match="engine"):
        recover_senders(folder, sink, engine="spark")


def test_empty_row_groups(tmp_path):
    pq.write_table(generated.signatures(0)[0], tmp_path / "a.parquet")
    result = local(tmp_path / "a.parquet", tmp_path / "sink")
    assert result.rows == 0 and result.manifest["complete"] and local(tmp_path / "a.parquet", result.sink).rows == 0


def test_the_report_escapes_its_text(tmp_path):
    from vorpal.ray import report
    from vorpal.ray.drive import Record, Span

    spans = [Span(0, 0.0, 1.0, 10), Span(1, 0.0, 0.5, 10, "<b>died</b>"), Span(1, 0.5, 2.0, 30)]
    failed = [{"source": "<i>", "row_group": 1, "reason": "a & b"}]
    page = report.page("<u>", {"<s>": "<em>"}, Record(spans, 2.0), "signatures", failed)
    assert not any(tag in page for tag in ("<b>", "<i>", "<u>", "<s>", "<em>", " & "))
    edges = np.array([0.0, 0.5, 1.0, 2.0])
    assert report.rates(spans, 0, edges).tolist() == [10, 10, 0]
    assert report.rates(spans, 1, edges).tolist() == [0, 20, 20]


def test_the_manifest_is_json(source, tmp_path):
    result = local(source[0], tmp_path / "sink")
    assert json.loads((result.sink / "manifest.json").read_text()) == result.manifest
    assert (ROOT / "python/vorpal/ray").is_dir()
