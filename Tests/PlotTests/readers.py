"""Every reader of Scripts/plotting and Scripts/dev/tables, as a function of the bytes of one file.

A reader returns, or raises what is told in a sentence; whatever else it raises is a defect. Tests of the
corpus and Scripts/dev/fuzz use the same. Run by itself, it prints the readers' names, or one's good file.
"""

import importlib.machinery
import importlib.util
import json
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import polars as pl

sys.path.insert(0, str(Path(__file__).parents[2] / "Scripts"))

from plotting import gallery, page, real_view, reference, run, simulation, tables
from plotting.errors import PlotError

CORPUS = Path(__file__).parent / "corpus"
VALID = CORPUS / "valid"
#: For each reader, what Scripts/dev/fuzz found: a character for each byte.
FOUND = json.loads((CORPUS / "found.json").read_text())
PACKAGE = Path(__file__).parents[2]
#: The scripts end with a sentence by this.
TOLD = (PlotError, SystemExit)


@dataclass(frozen=True)
class Reader:
    """Reads ``file`` in a copy of the valid folder ``base``, each time with other bytes in it."""

    base: str
    file: str
    read: Callable[[Path], object]

    @property
    def name(self) -> str:
        kind = "" if self.read.__name__.startswith("_table") else f"{self.read.__name__.strip('_')}-"
        return kind + f"{self.base}-{self.file}".replace("/", "-").rpartition(".")[0]

    @property
    def seed(self) -> Path:
        return VALID / self.base / self.file

    @property
    def found(self) -> dict[str, bytes]:
        """What made a new path, and what was a defect, by name."""
        return {name: text.encode("latin-1") for name, text in FOUND.get(self.name, {}).items()}


class Bed:
    """A folder in which one reader is fed, again and again."""

    def __init__(self, reader: Reader):
        self.reader = reader
        memory = Path("/dev/shm")
        self._aside = tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None)
        self.folder = Path(self._aside.name) / "run"
        shutil.copytree(VALID / reader.base, self.folder)

    def __enter__(self) -> "Bed":
        return self

    def __exit__(self, *_: object) -> None:
        self._aside.cleanup()

    def feed(self, data: bytes) -> str:
        """What the reader told; empty where it read."""
        (self.folder / self.reader.file).write_bytes(data)
        try:
            self.reader.read(self.folder)
        except TOLD as told:
            sentence = str(told)
            assert sentence and "\n" not in sentence, f"no sentence: {sentence!r}"
            return sentence
        return ""


def _table(table: tables.Table) -> Callable[[Path], object]:
    """Besides, what was read is what the table promises."""

    def _table_read(folder: Path) -> object:
        frame = tables.read(folder, table)
        low = -tables.LARGEST if table.is_signed else 0
        for name in table.text:
            assert frame[name].dtype == pl.String and not frame[name].has_nulls(), name
        for name in table.numbers:
            assert frame[name].dtype == pl.Float64, name
            assert frame[name].drop_nulls().is_between(low, tables.LARGEST).all(), name
        return frame

    return _table_read


def environment(folder: Path) -> object:
    return run.read_environment(folder, needed=True)


def whole(folder: Path) -> None:
    """All that Scripts/plot does, short of turning charts into files."""
    read = run.Run.read(folder)
    if (folder / "virtual").is_dir():
        read.virtual = run.Run.read(folder / "virtual")
    elif read.trials is not None:
        simulation.simulate(read, bench=Path("/bin/false"))
    if (folder / "older").is_dir():
        reference.refer(read, folder / "older", bench=Path("/nowhere"))
    page.write(read, gallery.figures(read), folder / "report.html")


def gtk(folder: Path) -> object:
    real_view.picture(real_view.Pages.read(folder))
    return real_view.text(folder, real_view.PAGE.read_text())


def documents(folder: Path) -> object:
    """The tables of the documentation."""
    if (folder / "verify.csv").exists():
        path = str(folder / "verify.csv")
        return [SCRIPT.promises(path, which) for which in ("strategies", "mutants")]
    metrics = "deliveries,latency_mean_ms,main_busy_share"
    return SCRIPT.rows("run", f"{folder} uart", metrics), SCRIPT.means(str(folder), "cost_ratio")


def _script(name: str) -> object:
    loader = importlib.machinery.SourceFileLoader("script", str(PACKAGE / "Scripts" / name))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


SCRIPT = _script("dev/tables")
for _name in gallery.PICTURES:
    importlib.import_module(f"plotting.pictures.{_name.partition('.')[0]}")


class Nothing:
    """Stands for whatever of the drawing library is asked for."""

    def __getattr__(self, _: str) -> "Nothing":
        return self

    def __call__(self, *_: object, **__: object) -> "Nothing":
        return self


@contextmanager
def charts_left_out() -> Iterator[None]:
    """What is computed for a chart is; charts are not made, for they take a thousand times as long."""
    modules = [module for name, module in sys.modules.items() if name.startswith("plotting.")]
    with ExitStack() as stack:
        for module in modules:
            if hasattr(module, "alt"):
                stack.enter_context(patch.object(module, "alt", Nothing()))
        stack.enter_context(patch("plotting.figure.Panel.inline", lambda _: ""))
        yield


TABLES = (
    ("run", tables.TRIALS),
    ("run", tables.SUMMARY),
    ("run", tables.LATENCY),
    ("run", tables.FRONTIER),
    ("run", tables.EVENTS),
    ("run", tables.FINDINGS),
    ("run", tables.STRATEGIES),
    ("choices", tables.CHOICES),
    ("gate", tables.GATE),
    ("comparison", tables.COMPARISON),
)
READERS = {
    reader.name: reader
    for reader in (
        *(Reader(base, table.file, _table(table)) for base, table in TABLES),
        Reader("run", "environment.json", environment),
        Reader("gtk", "all/trials.csv", gtk),
        Reader("gtk", "predicted/trials.csv", gtk),
        Reader("gtk", "calibration.txt", gtk),
        Reader("gtk", "all/environment.json", gtk),
        Reader("run", "summary.csv", documents),
        Reader("verify", "verify.csv", documents),
        *(Reader(base, table.file, whole) for base, table in TABLES),
        Reader("run", "environment.json", whole),
        Reader("choices", "environment.json", whole),
        Reader("sweep", "findings.csv", whole),
        Reader("run", "virtual/summary.csv", whole),
        Reader("run", "older/comparison.csv", whole),
    )
}

if __name__ == "__main__":
    print(*([READERS[sys.argv[1]].seed] if sys.argv[1:] else READERS), sep="\n")
