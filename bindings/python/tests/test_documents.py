"""The documents of the repository: blocks of Python run, and commands of `python -m vorpal.ray` parse."""

import re
import shlex
from pathlib import Path

import pytest

from conftest import ROOT
from vorpal.ray.__main__ import parser

REPOSITORY = ROOT.parent.parent
BLOCK = re.compile(r"^ *```(\w+)\n(.*?)^ *```$", re.DOTALL | re.MULTILINE)


def pages() -> list[Path]:
    """All Markdown files, without build outputs and hidden folders."""

    def is_output(path: Path) -> bool:
        folders = path.relative_to(REPOSITORY).parts[:-1]
        return any(part in ("target", "node_modules") or part.startswith(".") for part in folders)

    return sorted(path for path in REPOSITORY.rglob("*.md") if not is_output(path))


def blocks(language: str) -> list[tuple[str, str]]:
    """The blocks of a language in all documents, with the paths of these."""
    found = []
    for page in pages():
        for name, text in BLOCK.findall(page.read_text()):
            if name == language:
                found.append((str(page.relative_to(REPOSITORY)), text))
    return found


@pytest.mark.parametrize(("page", "source"), blocks("python"))
def test_python_of_documents_runs(page, source, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec(compile(source, page, "exec"), {})


def test_documents_have_python():
    assert len(blocks("python")) >= 6


def test_commands_of_documents_parse():
    commands = [
        (page, shlex.split(line, comments=True)[3:])
        for page, text in blocks("sh")
        for line in text.replace("\\\n", " ").splitlines()
        if line.startswith("python -m vorpal.ray ")
    ]
    assert len(commands) >= 3
    for page, arguments in commands:
        try:
            parser().parse_args(arguments)
        except SystemExit as end:
            raise AssertionError(f"{page}: {arguments}") from end
    with pytest.raises(SystemExit):
        parser().parse_args([*commands[0][1], "--no-such-option"])
