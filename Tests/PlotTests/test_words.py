"""Tests of Scripts/dev/words, which finds words that the project avoids."""

import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "Scripts/dev/words"


def found(file: Path, text: str) -> list[str]:
    file.write_text(text)
    ended = subprocess.run([SCRIPT, file], capture_output=True, text=True, check=False)
    lines = ended.stderr.splitlines()
    assert ended.returncode == (1 if lines else 0)
    return [line.removeprefix(f"{file}:").split(",")[0] for line in lines]


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("a.md", "It runs on\nmain, later.", "2: write 'main thread'"),
        ("a.md", "Each\ncell has one.", "2: write 'combination'"),
        ("a.swift", 'let a =\n"keeps main " + "free"', "2: write 'main thread'"),
        ("a.swift", 'let a = """\n  \\(n) trials,\n  a void one\n  """', "3: write 'discarded'"),
        ("a.swift", 'let a = "\\(n == 1 ? "" : "s") in a hop"', "1: write 'dispatch'"),
    ],
)
def test_avoided_word_is_found_with_its_line(tmp_path: Path, name: str, text: str, line: str) -> None:
    assert found(tmp_path / name, text) == [line]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.md", "The main\nthread, `main`, main-drain, half of it, a [link](void.md).\n```\nvoid cell\n```"),
        ("a.swift", '// A cell on main\nlet void = "void", hop = "a \\(cell("on main"))"'),
        ("a.swift", 'let a = "on the main "\n  + "thread, always"'),
    ],
)
def test_code_and_names_are_ignored(tmp_path: Path, name: str, text: str) -> None:
    assert found(tmp_path / name, text) == []
