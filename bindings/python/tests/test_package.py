"""The package: documentation, types, contents."""

import ast
import doctest
import inspect
import os
import subprocess
import sys
from importlib.metadata import version

import pytest

import vorpal
from conftest import ROOT
from vorpal import _vorpal, blocks, bls, coincurve, fields, groth16, ipa, kzg, msm, ray, secp256k1, transactions, tree

MODULES = [vorpal, blocks, bls, coincurve, fields, groth16, ipa, kzg, msm, ray, secp256k1, transactions, tree]


def test_version_and_backend():
    assert vorpal.__version__ == version("vorpal") and vorpal.backend()
    assert (ROOT / "python/vorpal/py.typed").exists()


@pytest.mark.parametrize("value", ["gpu", "AVX2-FMA", "portable "])
def test_an_unknown_backend_is_reported(value):
    """It is an error at import, and not silently the best one."""
    environment = {**os.environ, "VORPAL_BACKEND": value}
    run = [sys.executable, "-c", "import vorpal"]
    done = subprocess.run(run, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 1 and f'VORPAL_BACKEND is "{value}"' in done.stderr and "portable" in done.stderr
    environment["VORPAL_BACKEND"] = "portable"
    run[-1] = "import os, vorpal; print(vorpal.backend()); os.environ['VORPAL_BACKEND'] = 'gpu'; vorpal.backend()"
    done = subprocess.run(run, capture_output=True, text=True, env=environment, check=False)
    assert done.stdout == "portable\n" and "ArgumentError" in done.stderr


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_everything_is_documented(module):
    assert module.__doc__
    for name in module.__all__:
        if name.startswith("__"):
            continue
        item = getattr(module, name)
        assert inspect.getdoc(item), name
        if inspect.isclass(item):
            for member, value in vars(item).items():
                if not member.startswith("_") and (callable(value) or inspect.isdatadescriptor(value)):
                    assert inspect.getdoc(value), f"{name}.{member}"


@pytest.mark.parametrize("module", [bls, groth16, kzg], ids=lambda module: module.__name__)
def test_stubs_with_documentation_have_that_of_the_extension(module):
    """By words: lines differ."""
    path = ROOT / f"python/{module.__name__.replace('.', '/')}.pyi"
    tree, found = ast.parse(path.read_text()), 0
    nodes = [(module, node) for node in tree.body]
    extension = set(map(id, vars(_vorpal).values()))
    classes = [item for item in tree.body if isinstance(item, ast.ClassDef)]
    nodes += [(getattr(module, item.name), node) for item in classes for node in item.body]
    for owner, node in nodes:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and not node.name.startswith("__"):
            documented = inspect.getdoc(getattr(owner, node.name))
            assert ast.get_docstring(node).split() == documented.split(), node.name
            found += owner is not module or id(getattr(module, node.name)) in extension
    members = [name for item in classes for name in vars(getattr(module, item.name)) if not name.startswith("_")]
    # The others are written in Python.
    own = [name for name in module.__all__ if id(getattr(module, name)) in extension]
    assert found == len(own) + len(members)


def test_documentation_in_the_stub_of_the_extension_is_its_own():
    tree, found = ast.parse((ROOT / "python/vorpal/_vorpal.pyi").read_text()), 0
    for node in tree.body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and (text := ast.get_docstring(node)):
            assert text.split() == inspect.getdoc(getattr(_vorpal, node.name)).split(), node.name
            found += 1
    assert found > 0


def test_everything_of_the_extension_is_exported():
    exported = {id(getattr(module, name)) for module in MODULES for name in module.__all__}
    wrapped = {
        "recover_batch",
        "recover_transactions",
        "msm",
        "plan",
        "job",
        "partial",
        "overflow_shares",
        "bounds_rows",
        "best_schedule",
        "schedule_limbs",
        "FieldOps",
        "Senders",
    }
    for name, item in vars(_vorpal).items():
        if not name.startswith("_") and name not in wrapped:
            assert id(item) in exported, name


def test_wrappers_have_the_signatures_of_the_extension():
    for wrapper in (secp256k1.recover_batch, msm.msm, msm.plan, msm.job, msm.partial, fields.overflow_shares):
        wrapped = inspect.signature(getattr(_vorpal, wrapper.__name__))
        mine = inspect.signature(wrapper)
        assert list(mine.parameters) == list(wrapped.parameters)
        for name, parameter in mine.parameters.items():
            assert (parameter.default, parameter.kind) == (
                wrapped.parameters[name].default,
                wrapped.parameters[name].kind,
            )


def test_doctests():
    assert doctest.testmod(fields).attempted == 3 and doctest.testmod(fields).failed == 0


def test_lines_have_at_most_120_characters():
    for pattern in (
        "src/**/*.rs",
        "bench/**/*",
        "python/**/*.py*",
        "tests/*.py",
        "examples/*.py",
        "*.md",
        "Makefile",
        "*.toml",
    ):
        for file in ROOT.glob(pattern):
            if file.is_file() and file.suffix != ".pyc":
                lines = file.read_text().splitlines()
                assert len(lines) <= 500, f"{file}: {len(lines)} lines"
                for number, line in enumerate(lines, 1):
                    assert len(line) <= 120, f"{file}:{number}"
