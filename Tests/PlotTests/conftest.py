"""Copies of the committed runs, to be plotted and to be broken."""

import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "Scripts"))

FIXTURES = Path(__file__).parent / "fixtures"


@pytest.fixture
def run_folder(tmp_path: Path) -> Path:
    """A run in real time with discarded and failed trials, and events."""
    return Path(shutil.copytree(FIXTURES / "real", tmp_path / "real"))


@pytest.fixture
def sweep_folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FIXTURES / "sweep", tmp_path / "sweep"))


@pytest.fixture
def comparison_folder(tmp_path: Path) -> Path:
    """What bench compare wrote of three runs."""
    (tmp_path / "compared").mkdir()
    shutil.copy(FIXTURES / "comparison.csv", tmp_path / "compared")
    return tmp_path / "compared"


@pytest.fixture(scope="session")
def plotted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run, plotted once for all tests that only look."""
    from plotting.__main__ import plot

    folder = Path(shutil.copytree(FIXTURES / "real", tmp_path_factory.mktemp("plotted") / "real"))
    plot(folder)
    return folder
