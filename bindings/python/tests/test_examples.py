"""The gallery on small sizes."""

import os
import subprocess
import sys
import xml.etree.ElementTree as xml

import numpy as np
import pytest

from chain import generate_chain
from conftest import ROOT
from vorpal.fields import overflow_shares

RUNS = {
    "msm_growth": ["--largest", "7"],
    "overflow_shares": ["--samples", "300"],
    "block_replay": ["--blocks", "3", "--transactions", "20"],
}


def draw(name, folder, *arguments):
    command = [sys.executable, ROOT / f"examples/{name}.py", folder, *arguments]
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "MPLBACKEND")}
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    file = folder / f"{name}.svg"
    assert done.stdout.strip() == str(file)
    paths = xml.parse(file).getroot().iter("{http://www.w3.org/2000/svg}path")
    assert sum(1 for _ in paths) > 20


@pytest.mark.parametrize("name", RUNS)
def test_example(name, tmp_path):
    draw(name, tmp_path / "gallery", *RUNS[name])


def test_replay_of_real_blocks(data, tmp_path):
    draw("block_replay", tmp_path, "--data", data / "mainnet-state", "--blocks", "4")


def test_every_example_is_run():
    scripts = {file.stem for file in (ROOT / "examples").glob("*.py")} - {"chain", "scale"}
    assert scripts == set(RUNS)


def test_published_shares():
    """5, 68 and 27 percent of results are not below p after 100 products by c-mul, h-mul and a-mul."""
    table = overflow_shares("bn254_scalar", products=100, samples=4000)
    shares = dict(zip(table["strategy"], table["share"]))
    for strategy, share in {"cios": 0.0537, "log_jump": 0.68, "one_jump": 0.273}.items():
        assert shares[strategy] == pytest.approx(share, abs=0.03)


def test_generated_chain():
    one, other = list(generate_chain(2, 5)), list(generate_chain(2, 5))
    for a, b in zip(one, other):
        np.testing.assert_array_equal(a.signatures, b.signatures)
        assert a.writes == b.writes and len(a.writes.values) == 10
