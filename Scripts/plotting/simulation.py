"""The same cells in virtual time, by the bench that Scripts/bench has built: what a run in real
time is held against, and what a timeline is drawn from where the run recorded no events."""

import re
import subprocess
import tempfile
from pathlib import Path

from .errors import BadRun
from .run import Run

BENCH = Path(__file__).parents[2] / ".build/release/bench"
#: How the bench names what it refuses to simulate, and what another bench has.
REFUSAL = re.compile(r"Error: (?:There is no strategy '(.*?)'|(.*) cannot run in virtual time)")
SECONDS = 60
#: The options for the costs of a run, and the unit that their values take.
COSTS = {
    "reloadNanoseconds": ("--reload-cost", "ns"),
    "visibleRowNanoseconds": ("--visible-row-cost", "ns"),
    "rowChangeNanoseconds": ("--row-change-cost", "ns"),
    "visibleRows": ("--visible-rows", ""),
    "latencyPrice": ("--latency-price", ""),
}


def run_bench(bench: Path, *words: object) -> subprocess.CompletedProcess[str] | None:
    """How it ended; None where there is no bench, or it has no end."""
    command = [str(bench), *map(str, words)]
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None


def simulate(run: Run, bench: Path = BENCH) -> Run | None:
    """None where there is no bench, the run replays a trace, or nothing of it can be simulated."""
    if not bench.exists() or any(str(word).startswith("--trace") for word in run.environment.get("command", [])):
        return None
    strategies, workloads, costs = run.strategies, run.workloads, run.environment.get("costs", {})
    words = ["simulate", "--events", "--format", "csv", "--seed", run.environment.get("seed", 1)]
    for key, (option, unit) in COSTS.items():
        words += [option, f"{costs[key]}{unit}"] if key in costs else []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "virtual"
        while strategies and workloads:
            cells = ("--strategy", ",".join(strategies), "--workload", ",".join(workloads), "--output", folder)
            ended = run_bench(bench, *words, *cells)
            # 1 says that a strategy lost an update, which is a result like others.
            if ended is None or ended.returncode in (0, 1):
                break
            refused = _refused(ended.stderr)
            left = [s for s in strategies if not {s, s.partition(":")[0]} & refused]
            if len(left) == len(strategies) and not refused & set(workloads):
                return None
            strategies = left
            workloads = [w for w in workloads if w not in refused]
        try:
            return Run.read(folder)
        except BadRun:
            return None


def _refused(errors: str) -> set[str]:
    found = REFUSAL.search(errors)
    names = (found[1] or found[2]) if found else ""
    return {name.strip() for name in names.replace(" and ", ",").split(",")} - {""}
