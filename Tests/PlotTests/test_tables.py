"""Tables of the documentation, made from a stub bench and from saved runs."""

import importlib.machinery
import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

PACKAGE = Path(__file__).parents[2]
SCRIPT = PACKAGE / "Scripts/dev/tables"

LIST = """\
STRATEGIES
  naive               a reload for every update
                      from: everybody
+ throttle            at most one reload an interval
                      from: UIKit: a category
                      interval: time between the starts of reloads (default: 300 ms)
  debounce            a reload when it is quiet
                      from: lodash
                      wait=100ms: how long it must have been quiet

WORKLOADS
  signals-during-reload an update from inside each delivery
                      from: cells
"""


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """The script as a module, with a stub bench that only supports `list`."""
    bench = tmp_path / "bench"
    bench.write_text(f"#!/bin/sh\ncat <<'END'\n{LIST}END\n", encoding="utf-8")
    bench.chmod(0o755)
    monkeypatch.setenv("BENCH", str(bench))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    loader = importlib.machinery.SourceFileLoader("tables_script", str(SCRIPT))
    spec = importlib.util.spec_from_loader("tables_script", loader)
    assert spec
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    monkeypatch.setattr(module, "package", tmp_path)
    return module


def test_registry_becomes_a_table(tables: ModuleType) -> None:
    assert tables.rows("list", "strategies", "summary").splitlines() == [
        "| strategy | summary |",
        "| --- | --- |",
        "| `naive` | a reload for every update |",
        "| `throttle` | at most one reload an interval |",
        "| `debounce` | a reload when it is quiet |",
    ]
    assert tables.rows("list", "workloads", "summary").splitlines()[2:] == [
        "| `signals-during-reload` | an update from inside each delivery |"
    ]


def test_worst_of_a_kept_run_is_that_of_any_workload(tables: ModuleType, tmp_path: Path) -> None:
    figures = {"naive": (4.0, 0.5), "frame": (9.0, 0.25), "throttle": (1.0, 0.5)}
    run(tmp_path / "Results/kept", "real", figures, [("on-off", 0.5), ("sparse", 3)])
    assert tables.rows("worst", "Results/kept frame,naive", "latency_mean_ms").splitlines() == [
        "| strategy | latency mean, ms |",
        "| --- | --: |",
        "| `frame` | 27 |",
        "| `naive` | 12 |",
    ]


def test_stale_table_fails_the_check_and_is_rewritten(tables: ModuleType, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    head = "<!-- list: workloads : summary -->\n"
    page.write_text(f"before\n{head}| stale |\n<!-- end of table -->\nbehind\n", encoding="utf-8")

    def script(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([SCRIPT, *words, page], capture_output=True, text=True, check=False)

    stale = script("--check")
    assert stale.returncode == 1
    assert "page.md: a table is stale. Run Scripts/dev/tables." in stale.stderr
    assert "| stale |" in page.read_text(encoding="utf-8")
    assert script().returncode == 0
    assert "| `signals-during-reload` | an update from inside each delivery |" in page.read_text(encoding="utf-8")
    assert script("--check").returncode == 0


def test_table_of_an_unknown_kind_is_refused(tables: ModuleType) -> None:
    with pytest.raises(SystemExit, match="no table called 'tabel'"):
        tables.rows("tabel", "", "")


def run(
    folder: Path, time: str, figures: dict[str, tuple[float, float]],
    others: list[tuple[str, float]] | None = None,
) -> None:
    """Writes a summary of one workload; `others` adds workloads with a factor each."""
    folder.mkdir(parents=True)
    lines = ["schema,time,strategy,workload,metric,median"]
    for strategy, (latency, busy) in figures.items():
        for workload, factor in [("uart", 1.0), *(others or [])]:
            cell = f"1,{time},{strategy},{workload}"
            lines += [f"{cell},latency_mean_ms,{latency * factor}", f"{cell},main_busy_share,{busy}"]
    (folder / "summary.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
