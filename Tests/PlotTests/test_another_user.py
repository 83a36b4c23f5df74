"""Scripts that must write to a folder of another user stop with a one-line message."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "Scripts"


@pytest.fixture
def foreign_tree() -> Iterator[Path]:
    """A package with a build folder that everybody may read but only its owner may write."""
    tree = Path(tempfile.mkdtemp())
    shutil.copytree(SCRIPTS, tree / "Scripts")
    (tree / ".build").mkdir()
    swift = tree / "swift"
    swift.write_text("#!/bin/sh\necho 'swift was run'\n")
    swift.chmod(0o755)
    tree.chmod(0o755)
    yield tree
    shutil.rmtree(tree)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can run something as another user")
@pytest.mark.parametrize("script", ["bench", "plot"])
def test_folder_of_another_user_is_reported(script: str, foreign_tree: Path) -> None:
    done = subprocess.run(
        [foreign_tree / "Scripts" / script, "list"],
        user="nobody",
        env={"PATH": f"{foreign_tree}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
        cwd="/",
    )
    assert done.returncode == 2
    assert "belongs to root, and nobody may not" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""
