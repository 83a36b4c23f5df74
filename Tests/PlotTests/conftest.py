"""Copies of the committed runs, for tests to plot and to break."""

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
    """The output of bench compare for three runs."""
    (tmp_path / "compared").mkdir()
    shutil.copy(FIXTURES / "comparison.csv", tmp_path / "compared")
    return tmp_path / "compared"


@pytest.fixture(scope="session")
def plotted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run, plotted once for all tests that only read it."""
    from plotting.__main__ import plot

    folder = Path(shutil.copytree(FIXTURES / "real", tmp_path_factory.mktemp("plotted") / "real"))
    plot(folder)
    return folder


@pytest.fixture(scope="session")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same, as if both throttles changed rows, with findings about reloads, row changes and neither."""
    from plotting.__main__ import plot

    folder = Path(shutil.copytree(FIXTURES / "real", tmp_path_factory.mktemp("mixed") / "real"))
    for name, old, new in (
        ("strategies", "1,throttle-in-submit,reload,reloads", "1,throttle-in-submit,row-change,row changes"),
        ("strategies", "async-throttle,reload,reloads", "async-throttle,list,row changes"),
        ("findings", 'reloads,"throttle-in-submit', 'row changes,"throttle-in-submit'),
        ("findings", 'reloads,"It', 'row changes,"It'),
        ("findings", "reloads,Main", ",Main"),
    ):
        file = folder / f"{name}.csv"
        file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    plot(folder)
    return folder
