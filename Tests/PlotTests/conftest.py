"""Copies of the committed runs, to be plotted and to be broken."""

import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "Scripts"))

FIXTURES = Path(__file__).parent / "fixtures"
#: The good files of the corpus.
VALID = Path(__file__).parent / "corpus/valid"


@pytest.fixture
def run_folder(tmp_path: Path) -> Path:
    """A run in real time with its virtual counterpart, void and failed trials, and events."""
    return Path(shutil.copytree(FIXTURES / "real", tmp_path / "real"))


@pytest.fixture
def sweep_folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FIXTURES / "sweep", tmp_path / "sweep"))


@pytest.fixture
def choices_folder(tmp_path: Path) -> Path:
    """A recommendation for two workloads."""
    return Path(shutil.copytree(FIXTURES / "choices", tmp_path / "choices"))


@pytest.fixture
def gate_folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(VALID / "gate", tmp_path / "gate"))


@pytest.fixture
def comparison_folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(VALID / "comparison", tmp_path / "comparison"))


@pytest.fixture(scope="session")
def plotted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run, plotted once for all tests that only look."""
    from plotting.__main__ import plot

    folder = Path(shutil.copytree(FIXTURES / "real", tmp_path_factory.mktemp("plotted") / "real"))
    plot(folder, None)
    return folder
