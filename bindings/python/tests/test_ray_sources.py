"""Sources as other programs write them: folders of partitions, dictionaries, views, text, row groups without rows."""

import subprocess
import sys

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest

import vorpal
from ray_fixtures import everything
from rlp import rlp, sign
from test_ray_senders import local, rows_of
from test_transactions import FIELDS, LEGACY
from vorpal.ray import columns, files, generate, plain
from vorpal.ray.rowgroup import BUFFER
from vorpal.secp256k1 import Item

ORDER = generate.ORDER
BINARY = ("signing_hash", "r", "s")


def job(source, sink, **options):
    return local(source, sink, **{"report_page": False, **options})


def changed(table, **changes):
    """A table with other columns."""
    for name, column in changes.items():
        table = table.set_column(table.schema.get_field_index(name), name, column)
    return table


def test_a_row_group_is_read_by_parts(tmp_path):
    """Memory depends on the rows that are read at once, not on the file. A new process counts it from the beginning."""
    size = 16 * BUFFER
    numbers = np.random.default_rng(1).integers(0, 2**63, size // 8)
    options = {"compression": None, "use_dictionary": False, "row_group_size": len(numbers)}
    pq.write_table(pa.table({"number": numbers}), tmp_path / "file", **options)
    program = """
import sys, pyarrow
from vorpal.ray.rowgroup import open_parquet
with open_parquet(sys.argv[1]) as file:
    rows = sum(batch.num_rows for batch in file.iter_batches(1 << 10, use_threads=False))
    print(file.metadata.num_row_groups, rows, pyarrow.default_memory_pool().max_memory())
"""
    output = subprocess.run([sys.executable, "-c", program, tmp_path / "file"], capture_output=True, check=True)
    groups, rows, memory = map(int, output.stdout.split())
    assert (groups, rows) == (1, len(numbers))
    assert memory < size // 2


def test_row_groups_without_rows(tmp_path):
    """Their files have the columns of all others: readers of data sets take the schema of the first file."""
    table, senders = generate.signatures(30)
    folder = tmp_path / "in"
    folder.mkdir()
    pq.write_table(table[:0], folder / "a.parquet")
    with pq.ParquetWriter(folder / "b.parquet", table.schema) as writer:
        for part in (table[:10], table[:0], table[10:20]):
            writer.write_batch(pa.RecordBatch.from_pylist(part.to_pylist(), table.schema))
    pq.write_table(table[20:], folder / "c.parquet")
    result = job(folder, tmp_path / "sink")
    assert result.rows == 30 and result.manifest["complete"]
    written = sorted((result.sink / "senders").iterdir())
    schemas = [pq.read_schema(file) for file in written]
    assert any(pq.read_metadata(file).num_rows == 0 for file in written)
    assert all(schema.equals(schemas[0]) for schema in schemas) and len(written) >= 4
    expected = pa.schema([("block_number", pa.int64()), ("transaction_index", pa.int32())])
    assert schemas[0].names == [*expected.names, "sender", "status"]
    for read in (pq.read_table(result.sink / "senders"), ds.dataset(result.sink / "senders").to_table()):
        assert read["block_number"].equals(table["block_number"])
        assert read["transaction_index"].equals(table["transaction_index"])
        assert read["sender"].to_pylist() == [bytes(row) for row in senders]
    assert job(folder, tmp_path / "sink").kept == len(written)


def test_a_sink_of_an_older_program(tmp_path):
    """A file without the columns of positions, as they were written for no rows, is written again."""
    table, _ = generate.signatures(5)
    pq.write_table(table[:0], tmp_path / "a.parquet")
    result = job(tmp_path / "a.parquet", tmp_path / "sink")
    before = everything(result.sink)
    [file] = [file for file in (result.sink / "senders").iterdir() if file.suffix == ".parquet"]
    old = pq.read_table(file)
    pq.write_table(old.drop_columns(["block_number", "transaction_index"]), file)
    again = job(tmp_path / "a.parquet", tmp_path / "sink")
    assert again.kept == 0 and everything(again.sink) == before


def test_folders_of_partitions(tmp_path):
    """Files of the same name in folders ``date=...``: the sink has the same folders."""
    table, senders = generate.signatures(60)
    source, dates = tmp_path / "in", ["2024-01-01", "2024-01-02", "2024-01-03"]
    for i, date in enumerate(dates):
        for j, kind in enumerate(("a", "b")):
            place = source / f"date={date}" / f"kind={kind}"
            place.mkdir(parents=True)
            start = 20 * i + 10 * j
            pq.write_table(table[start : start + 10], place / "part-0.parquet", row_group_size=5)
    for skipped in ("_temporary/0", ".hidden"):
        (source / skipped).mkdir(parents=True)
        pq.write_table(table[:3], source / skipped / "part-0.parquet")
    result = job(source, tmp_path / "sink")
    assert result.rows == 60 and len(result.manifest["units"]) == 12
    assert "date=2024-01-02/kind=b/part-0.00001.parquet" in result.manifest["units"]
    read = pq.read_table(result.sink / "senders")
    assert read["sender"].to_pylist() == [bytes(row) for row in senders]
    assert [str(date) for date in read["date"].to_pylist()] == [date for date in dates for _ in range(20)]
    before = everything(result.sink)
    assert job(source, tmp_path / "sink").kept == 12 and everything(result.sink) == before
    # A list of the files has the same names, and so has a second job after a file of a worker that died.
    listed = sorted(source.glob("date=*/*/*.parquet"))
    left = result.sink / "senders/date=2024-01-02/kind=b/.part-0.00001.parquet.host:1.00ff00ff.tmp"
    left.write_bytes(b"x")
    assert job(listed, tmp_path / "sink").kept == 12 and everything(result.sink) == before and not left.exists()
    stray = result.sink / "senders/date=2024-01-02/other.parquet"
    stray.write_bytes(b"x")
    with pytest.raises(vorpal.InputError, match=r"date=2024-01-02/other\.parquet is no file of this job"):
        job(source, tmp_path / "sink")


def test_wrong_rows_in_folders(tmp_path):
    table, _ = generate.signatures(6)
    table = changed(table, r=pa.array([bytes(32)] * 6, pa.binary(32)))
    for name in ("date=1", "date=2"):
        (tmp_path / "in" / name).mkdir(parents=True)
        pq.write_table(table[:3], tmp_path / "in" / name / "p.parquet")
    result = job(tmp_path / "in", tmp_path / "sink")
    listed = pq.read_table(result.sink / "invalid.parquet").to_pylist()
    assert [row["file"] for row in listed] == ["date=1/p.00000.parquet"] * 3 + ["date=2/p.00000.parquet"] * 3
    assert [row["row"] for row in listed] == [0, 1, 2] * 2


def test_folders_that_are_refused_or_skipped(tmp_path):
    table, source = generate.signatures(4)[0], tmp_path / "in"
    for name in ("sender=1", "block_number=1"):
        (source / name).mkdir(parents=True)
        pq.write_table(table, source / name / "a.parquet")
        with pytest.raises(vorpal.ArgumentError, match=f"a folder has the name of the column {name[:-2]}"):
            job(source, tmp_path / "sink")
        (source / name).rename(tmp_path / name)
    # A sink below its source is no source, neither before the first job nor after it.
    pq.write_table(table, source / "a.parquet")
    (source / "again").symlink_to(source, target_is_directory=True)
    for _ in range(2):
        assert job(source, source / "sink").rows == 4
    with pytest.raises(vorpal.InputError, match="columns: "):
        job(source, tmp_path / "other")


def as_text(column, prefix="0x", is_short=False):
    texts = []
    for value in column.to_pylist():
        digits = value.hex()
        texts.append(prefix + (digits.lstrip("0") or "0" if is_short else digits))
    return texts


@pytest.mark.parametrize("kind", ["dictionary", "views", "binary", "large", "text", "short", "upper", "text views"])
def test_columns_of_other_types(tmp_path, kind):
    """The same signatures in other types give the same sink, but for the name of the file's footer."""
    table, senders = generate.signatures(500)
    plain_columns = {name: table[name].combine_chunks() for name in table.column_names}
    changes = {}
    for name in BINARY:
        column = plain_columns[name]
        if kind == "dictionary":
            changes[name] = column.cast(pa.binary()).dictionary_encode()
        elif kind == "views":
            changes[name] = column.cast(pa.binary()).cast(pa.binary_view())
        elif kind in ("binary", "large"):
            changes[name] = column.cast(pa.binary() if kind == "binary" else pa.large_binary())
        elif kind == "text":
            changes[name] = pa.array(as_text(column)).dictionary_encode()
        elif kind == "short":
            changes[name] = pa.array(as_text(column, "", name != "signing_hash"), pa.large_string())
        elif kind == "upper":
            changes[name] = pc.utf8_upper(pa.array(as_text(column)))
        else:
            changes[name] = pa.array(as_text(column)).cast(pa.string_view())
    parity = plain_columns["y_parity"]
    if kind in ("text", "upper"):
        changes["y_parity"] = pa.array([("0x%x" if kind == "text" else "%d") % bit for bit in parity.to_pylist()])
    elif kind == "dictionary":
        changes["y_parity"] = parity.dictionary_encode()
        changes["block_number"] = plain_columns["block_number"].dictionary_encode()
    elif kind == "binary":
        changes["y_parity"] = parity.cast(pa.bool_())
    pq.write_table(changed(table, **changes), tmp_path / "a.parquet", row_group_size=200)
    result = job(tmp_path / "a.parquet", tmp_path / "sink", high_s_before=1)
    read = pq.read_table(result.sink / "senders")
    assert read["sender"].to_pylist() == [bytes(row) for row in senders] and result.invalid == 0
    assert read["block_number"].equals(table["block_number"])
    (tmp_path / "plain").mkdir()
    pq.write_table(table, tmp_path / "plain/a.parquet", row_group_size=200)
    other = job(tmp_path / "plain/a.parquet", tmp_path / "other", high_s_before=1)
    assert everything(other.sink / "senders") == everything(result.sink / "senders")


def test_files_of_different_types_have_one_schema(tmp_path):
    table, senders = generate.signatures(40)
    (tmp_path / "in").mkdir()
    pq.write_table(table[:20], tmp_path / "in/a.parquet")
    texts = {name: pa.array(as_text(table[name])).dictionary_encode() for name in BINARY}
    other = changed(table, **texts, block_number=table["block_number"].combine_chunks().dictionary_encode())
    pq.write_table(other[20:], tmp_path / "in/b.parquet")
    result = job(tmp_path / "in", tmp_path / "sink")
    one, two = (pq.read_schema(file) for file in sorted((result.sink / "senders").iterdir()))
    assert one.equals(two)
    assert rows_of(result.sink)["sender"] == [bytes(row) for row in senders]


def test_malformed_text(tmp_path):
    """A row whose text is no number of its column is malformed, and no other row."""
    table, senders = generate.signatures(12)
    texts = {name: as_text(table[name]) for name in BINARY}
    texts["y_parity"] = [f"0x{bit}" for bit in table["y_parity"].to_pylist()]
    expected = [Item.OK] * 12
    for i, name, text, item in [
        (1, "signing_hash", texts["signing_hash"][1][:-1], Item.TRANSACTION),
        (2, "signing_hash", texts["signing_hash"][2] + "0", Item.TRANSACTION),
        (3, "r", "0x", Item.TRANSACTION),
        (4, "r", "", Item.TRANSACTION),
        (5, "s", "0x0x1", Item.TRANSACTION),
        (6, "s", texts["s"][6][:-1] + "g", Item.TRANSACTION),
        (7, "s", "0x" + "0" * 65, Item.TRANSACTION),
        (8, "s", None, Item.TRANSACTION),
        (9, "y_parity", "0x2", Item.RECOVERY_ID),
        (10, "y_parity", None, Item.RECOVERY_ID),
        (11, "r", "\N{FULLWIDTH DIGIT ONE}", Item.TRANSACTION),
    ]:
        texts[name][i], expected[i] = text, item
    for of in (pa.string(), pa.large_string()):
        file = tmp_path / f"{of}.parquet"
        pq.write_table(pa.table({name: pa.array(column, of) for name, column in texts.items()}), file)
        found = rows_of(job(file, tmp_path / f"{of}").sink)
        assert found["status"] == expected
        assert found["sender"] == [bytes(senders[i]) if item == 0 else None for i, item in enumerate(expected)]


def test_transactions_as_text(tmp_path):
    encoded, senders = [], []
    for i in range(20):
        kind = i % 5
        signed, _, address = sign(FIELDS[kind] if kind else LEGACY, kind, secret=bytes([i + 1]) * 32)
        encoded.append(bytes([kind] if kind else []) + rlp(signed))
        senders.append(address)
    texts = ["0x" + item.hex() if i % 2 else item.hex().upper() for i, item in enumerate(encoded)]
    texts += [texts[1][:-1], "0x", "", None, "0xzz", texts[3]]
    expected = [0] * 20 + [Item.TRANSACTION] * 5 + [0]
    array = pa.array(texts)
    for name, column in {
        "text": array,
        "large": array.cast(pa.large_string()),
        "dictionary": array.dictionary_encode(),
        "views": array.cast(pa.string_view()),
        "binary views": pa.array([*encoded, *[b""] * 5, encoded[3]], pa.binary_view()),
        "binary dictionary": pa.array([*encoded, *[None] * 5, encoded[3]]).dictionary_encode(),
    }.items():
        pq.write_table(pa.table({"transaction": column}), tmp_path / f"{name}.parquet", row_group_size=7)
        found = rows_of(job(tmp_path / f"{name}.parquet", tmp_path / name).sink)
        assert found["status"] == expected, name
        assert found["sender"] == [*senders, *[None] * 5, senders[3]]


def test_slices_of_text():
    """A column whose text begins in the middle of its memory."""
    texts = ["0xff", "1", None, "0xAb12", "", "0x123", "zz", "0x" + "7" * 64]
    values = [255, 1, None, 0xAB12, None, 0x123, None, int("7" * 64, 16)]
    pairs = [b"\xff", None, None, b"\xab\x12", b"", None, None, b"\x77" * 32]
    column = pa.array(texts * 3, pa.large_string())
    for start, end in ((0, 24), (1, 24), (3, 20), (7, 8), (5, 5)):
        part = column[start:end]
        found = [value and int.from_bytes(value, "big") for value in plain.words(part, False).to_pylist()]
        assert found == (values * 3)[start:end]
        assert plain.strings(part).to_pylist() == (pairs * 3)[start:end]
        exact = [value if text and len(text) == 66 else None for text, value in zip(texts, values)]
        found = [value and int.from_bytes(value, "big") for value in plain.words(part, True).to_pylist()]
        assert found == (exact * 3)[start:end]
        assert plain.bits(part).to_pylist() == [1 if text == "1" else None for text in (texts * 3)[start:end]]


def test_high_s_near_half_of_the_order():
    """Numbers around half of the order, and around its first 64, 128 and 192 bits."""
    half = ORDER // 2
    numbers = [half + i for i in (-2, -1, 0, 1, 2)] + [0, 1, ORDER - 1, 2**256 - 1]
    for bits in (64, 128, 192):
        top = half >> bits << bits
        numbers += [top - 1, top, top + 1, top + (1 << bits) - 1, top + (1 << bits), top - (1 << bits)]
        # The limb in which a number differs decides, whatever the lower ones are.
        for limb in (-1, 0, 1):
            numbers += [top + (limb << bits), top + (limb << bits) + (1 << bits) - 1, half + (limb << bits)]
    rows = np.frombuffer(b"".join(number.to_bytes(32, "big") for number in numbers), np.uint8).reshape(-1, 32)
    assert columns.is_high(rows).tolist() == [number > half for number in numbers]


def test_the_rule_of_low_s_near_half_of_the_order(tmp_path):
    """The largest low ``s`` has a sender, or no point, but is not refused for its half; the next one is."""
    table, _ = generate.signatures(2)
    half = [ORDER // 2, ORDER // 2 + 1]
    table = changed(table, s=pa.array([s.to_bytes(32, "big") for s in half], pa.binary(32)))
    pq.write_table(table, tmp_path / "a.parquet")
    assert rows_of(job(tmp_path / "a.parquet", tmp_path / "sink").sink)["status"] == [Item.OK, Item.HIGH_S]


@pytest.mark.parametrize("of", [pa.binary(4), pa.binary(), pa.large_binary()])
def test_rows_of_slices(of):
    """A column that begins in the middle of its memory, with and without nulls and values of another length."""
    values = [bytes([i]) * 4 for i in range(20)]
    for wrong in ([], [3, 17]):
        column = pa.array([None if i in wrong else value for i, value in enumerate(values)], of)
        for start, end in ((0, 20), (1, 20), (5, 18), (17, 18), (9, 9)):
            rows, bad = columns.rows_of(column[start:end], 4)
            assert bad.tolist() == [i in wrong for i in range(start, end)]
            expected = [bytes(4) if i in wrong else values[i] for i in range(start, end)]
            assert [bytes(row) for row in rows] == expected
    if not pa.types.is_fixed_size_binary(of):
        column = pa.array([*values[:3], b"short", *values[4:]], of)[2:6]
        rows, bad = columns.rows_of(column, 4)
        assert bad.tolist() == [False, True, False, False] and bytes(rows[0]) == values[2] and not rows[1].any()


def test_files_appear_when_they_are_whole(tmp_path, monkeypatch):
    """No file has its name while it is written: neither a new one nor one that is written again."""
    table, _ = generate.signatures(20)
    wrong = changed(table, r=pa.array([bytes(32)] * 20, pa.binary(32)))
    pq.write_table(wrong, tmp_path / "a.parquet", row_group_size=10)
    sink, put, seen = tmp_path / "sink", files.put, []

    def observed(target, data):
        state = {file: file.read_bytes() for file in sink.rglob("*") if file.is_file() and file.name[0] != "."}
        put(target, data)
        target.flush()
        seen.append(target.name)
        assert state == {file: file.read_bytes() for file in sink.rglob("*") if file.is_file() and file.name[0] != "."}

    # One worker: the files of another would appear meanwhile.
    monkeypatch.setattr(files, "put", observed)
    first = local(tmp_path / "a.parquet", sink, workers=1)
    for name in ("job.json", "manifest.json", "invalid.parquet", "report.html", "senders/a.00000.parquet"):
        assert any(f".{name.split('/')[-1]}." in target for target in seen), name
    (sink / "senders/a.00001.parquet").write_bytes(b"damaged")
    again = local(tmp_path / "a.parquet", sink, workers=1)
    assert again.kept == 1 and again.manifest == first.manifest
    target = tmp_path / "bases"
    from vorpal.msm import Bases
    from vorpal.ray import write_bases

    monkeypatch.undo()
    opened, of_path = [], type(target).open

    def noted(self, *arguments, **keywords):
        opened.append((self.name, *arguments, *keywords.values()))
        return of_path(self, *arguments, **keywords)

    monkeypatch.setattr(type(target), "open", noted)
    write_bases(target, Bases.multiples(3, curve="bn254"))
    written = [name for name, *modes in opened if "xb" in modes or "wb" in modes]
    assert len(written) == 2 and all(name.startswith(".") for name in written)


def test_wrong_rows_are_written_by_row_group(tmp_path, monkeypatch):
    """The list of wrong rows grows on the disk while it is made; the driver holds one row group of it."""
    table, _ = generate.signatures(40)
    table = changed(table, r=pa.array([bytes(32)] * 40, pa.binary(32)))
    pq.write_table(table, tmp_path / "a.parquet", row_group_size=4)
    from vorpal.ray import senders

    sizes, written, rows, put = [], [0], senders._invalid_rows, files.put

    def observed(*arguments):
        sizes.append(written[0])
        return rows(*arguments)

    def counted(target, data):
        written[0] += memoryview(data).nbytes if ".invalid.parquet." in target.name else 0
        put(target, data)

    monkeypatch.setattr(senders, "_invalid_rows", observed)
    monkeypatch.setattr(files, "put", counted)
    result = job(tmp_path / "a.parquet", tmp_path / "sink")
    assert len(sizes) == 10 and all(one < other for one, other in zip(sizes, sizes[1:]))
    assert pq.read_table(result.sink / "invalid.parquet").num_rows == 40
    assert pq.read_metadata(result.sink / "invalid.parquet").num_row_groups == 10
