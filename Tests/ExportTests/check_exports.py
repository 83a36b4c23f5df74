"""Reads what `bench export` writes with the programs it is for. See Scripts/dev/check-exports.

Perfetto's own trace processor is what it is; of github-action-benchmark and Bencher, which no package
registry has, the schemas are said here as their documentation has them.
"""

import csv
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import jsonschema
import perfetto_engine

BENCH = sys.argv[1]
CELLS = ("--strategy", "naive,throttle,source-add", "--workload", "rapid-service,multi-view:bursts=1")

NAME = {"type": "string", "minLength": 1}
GITHUB = {
    "type": "array",
    "minItems": 1,
    "items": {
        "type": "object",
        "required": ["name", "unit", "value"],
        "properties": {
            "name": NAME,
            "unit": {"type": "string"},
            "value": {"type": "number"},
            "range": {"type": "string", "pattern": r"^± [0-9.]+$"},
            "extra": {"type": "string"},
        },
        "additionalProperties": False,
    },
}
METRIC = {
    "type": "object",
    "required": ["value"],
    "properties": {key: {"type": "number"} for key in ("value", "lower_value", "upper_value")},
    "additionalProperties": False,
}
BENCHER = {
    "type": "object",
    "minProperties": 1,
    "propertyNames": NAME | {"maxLength": 1024},
    "additionalProperties": {
        "type": "object",
        "minProperties": 1,
        "propertyNames": NAME | {"maxLength": 64},
        "additionalProperties": METRIC,
    },
}


def bench(*words: object) -> str:
    ended = subprocess.run([BENCH, *map(str, words)], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, f"bench {' '.join(map(str, words))}: {ended.stderr}"
    return ended.stdout


def rows(file: Path) -> list[dict[str, str]]:
    with open(file, newline="", encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def check_figures(run: Path) -> str:
    """What github-action-benchmark and Bencher take, and that every figure is in it."""
    summary = rows(run / "summary.csv")
    entries = json.loads(bench("export", run, "--format", "github", "--metric", "latency_*"))
    jsonschema.validate(entries, GITHUB)
    found = {entry["name"]: entry["value"] for entry in entries}
    wanted = {
        f"{row['strategy']} on {row['workload']}: {row['metric']}": float(row["median"])
        for row in summary if row["metric"].startswith("latency_")
    }
    assert found == wanted, f"github: {set(found) ^ set(wanted)}"
    benchmarks = json.loads(bench("export", run, "--format", "bencher"))
    jsonschema.validate(benchmarks, BENCHER)
    assert len(benchmarks) == len({(row["strategy"], row["workload"]) for row in summary})
    return f"{len(entries)} entries for GitHub, {len(benchmarks)} benchmarks for Bencher"


def check_timeline(run: Path, folder: Path) -> str:
    """What Perfetto's trace processor finds, against events.csv."""
    trace = bench("export", run, "--format", "perfetto").encode()
    processes, slices, flows, errors, pending, strays = perfetto_engine.query(
        trace, folder,
        "select name from process where name is not null order by name",
        "select name, count(*) from slice group by name",
        "select o.name, i.name, count(*), sum(o.ts + o.dur >= p.ts and p.ts <= i.ts) from flow "
        "join slice o on o.id = slice_out join slice i on i.id = slice_in "
        "join slice p on p.id = (select max(id) from slice s where s.track_id = i.track_id "
        "and s.name = 'delivery' and s.ts <= i.ts) group by 1, 2",
        "select name from stats where value > 0 and (severity != 'info' or name like '%flow%')",
        "select t.name, count(distinct t.id), min(c.value) from counter c "
        "join counter_track t on t.id = c.track_id group by 1",
        "select name from slice where name like 'update%' "
        "and track_id not in (select id from process_track where upid is not null)",
    )
    events = rows(run / "events.csv")
    kinds = Counter(event["event"] for event in events)
    shown = sum(event["event"] == "update" and bool(event["shown_ms"]) for event in events)
    cells = sorted({f"{e['strategy']} on {e['workload']}, trial {e['trial']}" for e in events})
    assert not errors, f"the trace processor complains of {errors}"
    assert [name for name, in processes] == cells, processes
    counts = dict(slices)
    assert counts["delivery"] == kinds["delivery"] and counts["shows"] == shown, (counts, kinds)
    assert counts["update"] + counts.get("update, never shown", 0) == kinds["update"], counts
    assert flows == [("update", "shows", shown, shown)], flows
    assert not strays, f"{len(strays)} updates belong to no process"
    assert pending == [("pending updates", len(cells), 0)], pending
    return f"{len(cells)} processes, {kinds['delivery']} deliveries, {shown} flows in Perfetto"


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="check-exports-") as name:
        folder = Path(name)
        run = folder / "run"
        bench("simulate", *CELLS, "--events", "--output", run)
        for check in (lambda: check_figures(run), lambda: check_timeline(run, folder)):
            began = time.monotonic()
            print(f"check-exports: {check()} ({time.monotonic() - began:.1f} s)", flush=True)


if __name__ == "__main__":
    try:
        main()
    except (AssertionError, KeyError, ValueError, jsonschema.ValidationError) as problem:
        sys.exit(f"check-exports: {problem!r}"[:2000])
