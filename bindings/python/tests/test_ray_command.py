"""The command ``python -m vorpal.ray``, the simulation, and the tables of docs/scale.md."""

import ast
import re
import subprocess
import sys

import numpy as np
import pytest

import scale
from conftest import ROOT
from ray_fixtures import need_ray
from test_ray_chain import write_chain
from vorpal.fields import Field
from vorpal.msm import Bases
from vorpal.msm import msm as one
from vorpal.ray import generate, write_bases
from vorpal.ray.__main__ import main

LOCAL = ["--engine", "local", "--workers", "2", "--quiet"]


def test_recover(tmp_path, capsys):
    generate.write_signatures(tmp_path / "in", 1000)
    arguments = ["recover", str(tmp_path / "in"), str(tmp_path / "out"), "--high-s-before", "3", *LOCAL]
    assert main(arguments) == 0
    text = capsys.readouterr().out
    assert "1,000 rows, 0 without a sender" in text and text.endswith(f"report: {tmp_path / 'out/report.html'}\n")
    assert main(arguments) == 0 and "1 row groups were there already" in capsys.readouterr().out
    assert main(["recover", str(tmp_path / "none"), str(tmp_path / "out"), *LOCAL]) == 1
    assert capsys.readouterr().err.startswith("error: source: ")


def test_msm(tmp_path, capsys):
    bases, scalars = Bases.multiples(500, curve="bn254"), Field("bn254_scalar").random(500, seed=1)
    write_bases(tmp_path / "bases", bases)
    np.save(tmp_path / "scalars.npy", scalars.to_bytes())
    files, page = [str(tmp_path / "bases"), str(tmp_path / "scalars.npy")], tmp_path / "report.html"
    assert main(["msm", *files, "--explain", "--ranges", "3", "--report", str(page), *LOCAL]) == 0
    text = capsys.readouterr().out
    assert "3 ranges of at most 167 points" in text and page.exists()
    assert text.splitlines()[-1] == one(bases, scalars).to_bytes().hex()
    assert main(["msm", *files[:1], str(tmp_path / "none.npy"), *LOCAL]) == 1


def test_verify(tmp_path, capsys, committer):
    folder = str(write_chain(tmp_path / "blocks", committer, 5))
    assert main(["snapshots", folder, str(tmp_path / "snapshots"), "--every", "2"]) == 0
    assert capsys.readouterr().out == "2 4\n"
    assert main(["verify", folder, str(tmp_path / "snapshots"), *LOCAL]) == 0
    assert "5 blocks in 3 ranges are right" in capsys.readouterr().out
    (tmp_path / "blocks/3.jsonl").write_text("")
    assert main(["verify", folder, str(tmp_path / "snapshots"), "--no-check", *LOCAL]) == 1
    assert "3.jsonl" in capsys.readouterr().err


@pytest.mark.parametrize("engine", ["local", "ray"])
def test_demo(tmp_path, engine):
    if engine == "ray":
        need_ray()
    command = [sys.executable, "-m", "vorpal.ray", "demo", "--rows", "20000", "--engine", engine, "--workers", "2"]
    done = subprocess.run([*command, "--folder", tmp_path], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == f"report: {tmp_path / 'sink/report.html'}"
    assert (tmp_path / "sink/report.html").exists()


def test_an_address_without_ray(tmp_path, capsys, monkeypatch):
    need_ray()
    import ray

    monkeypatch.setattr(ray, "init", lambda **_: (_ for _ in ()).throw(ConnectionError("nothing listens\nmore")))
    arguments = ["recover", str(tmp_path), str(tmp_path / "out"), "--quiet", "--address", "127.0.0.1:1"]
    assert main(arguments) == 1
    assert capsys.readouterr().err == "error: address: 127.0.0.1:1: ConnectionError: nothing listens\n"


def test_names_do_not_control_the_terminal(tmp_path, capsys):
    (tmp_path / "a\x1b[2J\n\u202e\udcff.parquet").write_bytes(b"bad")
    assert main(["recover", str(tmp_path), str(tmp_path / "out"), *LOCAL]) == 1
    text = capsys.readouterr().err
    assert text.startswith("error: source: a\\x1b[2J\\n\\u202e\\udcff.parquet: ") and text.count("\n") == 1
    assert text[:-1].isprintable()


def test_the_package_does_not_import_ray():
    code = "import sys, vorpal, vorpal.ray; assert 'ray' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
    for file in (ROOT / "python/vorpal/ray").glob("*.py"):
        assert len(file.read_text().splitlines()) <= 400
        ast.parse(file.read_text(), feature_version=(3, 9))


def test_tables_of_the_documentation():
    """The tables of docs/scale.md are those that the simulation prints."""
    text = (ROOT / "../../docs/scale.md").read_text()
    [tables] = re.findall(r"<!-- scale.py -->\n(.*?)\n<!-- end -->", text, re.DOTALL)
    assert tables == scale.main([])


def test_constants_of_the_documentation():
    """The constants and the limit of the driver in docs/scale.md are those of the simulation."""
    text, constants = (ROOT / "../../docs/scale.md").read_text(), scale.Constants()
    units = {"s": 1, "µs": 1e-6, "ns": 1e-9}
    found = re.findall(r"^\| `?(?:t_)?(\w+)`? \| ([\d.]+) (s|µs|ns) \|", text, re.MULTILINE)
    values = {name: float(number) * units[unit] for name, number, unit in found}
    assert values == pytest.approx({name: getattr(constants, name) for name in scale.MEASURED})
    [machines] = re.findall(r"from about (\d+) machines of 16 cores on", text)
    alone = scale.simulate(scale.points(1 << 28, 16, constants), 1, 16, constants)
    sent = max(constants.sent, 1 / constants.link) * 32 * 2**28
    assert alone.core_seconds / 16 / sent == pytest.approx(int(machines), rel=0.1)


def test_simulation():
    constants = scale.Constants(start=1.0, deaths=0.0)
    works = [scale.Work(0, 0, 2.0)] * 8
    found = scale.simulate(works, 1, 4, constants)
    assert found.seconds == pytest.approx(5.0, abs=0.02) and found.core_seconds == 16 and found.repeated == 0
    # A driver that needs half a second for each unit gives out two units a second.
    slow = scale.Constants(start=0.0, unit=0.5, deaths=0.0)
    assert scale.simulate(works, 10, 4, slow).seconds == pytest.approx(6.0)
    deadly = scale.simulate([scale.Work(0, 0, 60.0)] * 200, 1, 4, scale.Constants(deaths=10.0))
    assert deadly.repeated > 5 and deadly.seconds > 3000
    moved = scale.simulate([scale.Work(10, 90, 0.0)], 1, 1, constants)
    assert moved.moved == 100


def test_small_numbers():
    text = scale.tables(scale.Constants(), 4, 1_000_000, 1 << 16, [12])
    assert len(text.splitlines()) == 11 and "2^12 points" in text


@pytest.mark.slow
def test_measured_constants():
    need_ray()
    found = scale.measure(20_000, 1 << 12)
    assert all(0 < getattr(found, name) < 60 for name in scale.MEASURED)
