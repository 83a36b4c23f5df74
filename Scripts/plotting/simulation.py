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


def simulate(run: Run, bench: Path = BENCH) -> Run | None:
    """None where there is no bench, the run replays a trace, or nothing of it can be simulated."""
    command = [str(word) for word in run.environment.get("command", [])]
    if not bench.exists() or any(word.startswith("--trace") for word in command):
        return None
    strategies, workloads = list(run.strategies), list(run.workloads)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "virtual"
        while strategies and workloads:
            words = _words(run, strategies, workloads)
            try:
                ended = subprocess.run(
                    [str(bench), *words, "--output", str(folder)],
                    capture_output=True,
                    text=True,
                    timeout=SECONDS,
                    check=False,
                )
            except (OSError, subprocess.TimeoutExpired):
                return None
            # 1 says that a strategy lost an update, which is a result like others.
            if ended.returncode in (0, 1):
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


def _words(run: Run, strategies: list[str], workloads: list[str]) -> list[str]:
    costs = run.environment.get("costs", {})
    options = {
        "--reload-cost": "reloadNanoseconds",
        "--visible-row-cost": "visibleRowNanoseconds",
        "--row-change-cost": "rowChangeNanoseconds",
    }
    words = ["simulate", "--events", "--format", "csv"]
    words += ["--strategy", ",".join(strategies), "--workload", ",".join(workloads)]
    words += ["--seed", str(run.environment.get("seed", 1))]
    for option, key in options.items():
        if key in costs:
            words += [option, f"{costs[key]}ns"]
    if "visibleRows" in costs:
        words += ["--visible-rows", str(costs["visibleRows"])]
    if "latencyPrice" in costs:
        words += ["--latency-price", str(costs["latencyPrice"])]
    return words


def _refused(errors: str) -> set[str]:
    found = REFUSAL.search(errors)
    names = (found[1] or found[2]) if found else ""
    return {name.strip() for name in names.replace(" and ", ",").split(",")} - {""}
