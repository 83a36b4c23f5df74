"""The commands that are made to fail, and what must be on disk afterwards."""

import contextlib
import os
import re
import subprocess
import time

from campaign import interposer, wholeness

CELL = ["--strategy", "pending-flag", "--workload", "complete-all:updates=40:duration=20ms"]
RUN = ["run", "--quick", "--no-pin", *CELL]
TABLES = ["environment.json", "findings.csv", "frontier.csv", "latency.csv", "summary.csv",
          "trials.csv"]
VIRTUAL = ["simulate", "--strategy", "naive,throttle", "--workload",
           "complete-all:updates=40:duration=60ms"]
GATE = """\
schema: 1
exact:
  strategies: naive,throttle
  workloads: complete-all:updates=40:duration=60ms
  seeds: [1]
  reload-cost: 2ms
  row-change-cost: 150us
  visible-rows: 12
  visible-row-cost: 20us
  latency-price: 0.02
  hop: 50us
  metrics: [deliveries, latency_p50_ms, lost_updates]
  allocations:
    strategies: naive
    workloads: complete-all:updates=2000
    reload-cost: 0ms
    row-change-cost: 0ms
    visible-row-cost: 0ms
"""


class Scenario:
    """A command, the files of it that are watched, and what must hold after a fault."""

    name = ""
    # Relative to the folder that the command runs in.
    arguments = []
    roots = []
    counts = "itself"
    # Options for a run whose calls are counted twice: the allocation pass preloads a library of its own.
    counted = []
    # Files that it may leave behind, beside what it makes.
    kept = {".bench-lock"}

    def prepare(self, bench, folder):
        """Makes what the command reads and what lies there before it."""

    def feed(self):
        """What writes the command's input; None for none."""
        return None

    def learn(self, folder, outcome):
        """Looks at a run without faults, in `folder`."""

    def whole(self, before, after, outcome):
        """What is wrong where the command ended with 0."""
        return []

    def safe(self, before, after, outcome):
        """What is wrong where it ended with 2: lost, or half there."""
        return []

    def again(self, before, after, outcome):
        """The command that must succeed once nothing fails any more."""
        return self.arguments


def bench_in(bench, folder, arguments):
    temporary = os.path.join(folder, "temporary")
    os.makedirs(temporary, exist_ok=True)
    done = subprocess.run(
        [bench, *arguments], cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL,
        env={**os.environ, "TMPDIR": temporary})
    if done.returncode != 0:
        raise SystemExit(f"bench {' '.join(arguments)} failed without a fault:\n{done.stderr}")
    return done


def below(files, folder):
    """The files in `folder` by their path in there."""
    return {name[len(folder) + 1:]: data for name, data in files.items()
            if name.startswith(folder + "/")}


def unchanged(before, after, folder):
    changed = [name for name, data in before.items()
               if name.startswith(folder) and after.get(name) != data]
    return [f"{name}, which is only read, is not what it was" for name in changed]


def unknown(found, known):
    return [f"leaves {name} behind" for name in sorted(set(found) - set(known))]


class RealRun(Scenario):
    """`bench run`: what its journal has is kept, and it can be gone on with."""

    name = "run"
    roots = ["out"]
    trials = 2

    def __init__(self, short=False):
        self.trials = 1 if short else 2
        self.arguments = [
            *RUN, "--trials", str(self.trials), "--calibration", "earlier", "--output", "out"]

    def prepare(self, bench, folder):
        bench_in(bench, folder, [*RUN, "--output", "earlier"])

    def whole(self, before, after, outcome):
        found = below(after, "out")
        wrong = [f"{name} is missing" for name in [*TABLES, "records.jsonl"] if name not in found]
        wrong += [problem for name, data in found.items()
                  for problem in wholeness.problems_of(name, data)]
        wrong += unknown(found, {*TABLES, "records.jsonl", *self.kept})
        if wrong:
            return wrong
        finished = wholeness.finished(found["records.jsonl"])
        table = [wholeness.trial(row) for row in wholeness.rows(found["trials.csv"])
                 if row["outcome"] != "void"]
        for what, trials in (("records.jsonl", [trial for trial, lines in finished.items()
                                                for _ in lines]), ("trials.csv", table)):
            if sorted(trials) != sorted(set(trials)) or len(trials) != self.trials:
                wrong.append(f"{what} holds {len(trials)} trials instead of {self.trials}")
        kept = wholeness.finished(before.get("out/records.jsonl", b""))
        return wrong + [f"trial {trial[2]}, which had been finished, was run again"
                        for trial in kept if finished.get(trial) != kept[trial]]

    def safe(self, before, after, outcome):
        found = below(after, "out")
        wrong = [problem for name, data in found.items()
                 for problem in wholeness.problems_of(name, data, may_be_cut=True)]
        wrong += unknown(found, {*TABLES, "records.jsonl", *self.kept})
        if wrong:
            return wrong
        journal = wholeness.finished(found.get("records.jsonl", b""))
        kept = wholeness.finished(before.get("out/records.jsonl", b""))
        return [f"trial {trial[2]}, which had been finished, is gone from the journal"
                for trial in kept if journal.get(trial) != kept[trial]]

    def again(self, before, after, outcome):
        finished = wholeness.finished(after.get("out/records.jsonl", b""))
        if "--resume" in outcome.errors or finished:
            return ["run", "--resume", "out"]
        return self.arguments


class Resumed(RealRun):
    """`bench run --resume` of a run of two trials of which one is there, and half of another."""

    name = "run --resume"
    arguments = ["run", "--resume", "out"]

    def __init__(self):
        self.trials = 2

    def prepare(self, bench, folder):
        bench_in(bench, folder, [*RUN, "--trials", "2", "--output", "out"])
        path = os.path.join(folder, "out", "records.jsonl")
        with open(path, "rb") as file:
            lines = file.read().splitlines(keepends=True)
        with open(path, "wb") as file:
            file.write(lines[0] + lines[1][:len(lines[1]) // 2])

    def again(self, before, after, outcome):
        return self.arguments


class TemporaryOfRun(RealRun):
    """What `bench run` hands its trials, and gets from them, in its temporary folder."""

    name = "run, temporary files"
    roots = ["temporary"]


class TemporaryOfTrials(TemporaryOfRun):
    """The same, in the processes of its trials."""

    name = "run, its trials"
    counts = "child:2"  # the first one warms up


class Merged(RealRun):
    """`bench merge` of two parts."""

    name = "merge"
    arguments = ["merge", "part-1", "part-2", "--output", "out"]
    roots = ["out", "part-1", "part-2"]

    def __init__(self):
        self.trials = 2

    def prepare(self, bench, folder):
        for part in ("1", "2"):
            bench_in(bench, folder, [
                "run", "--quick", "--no-pin", "--trials", "1", "--strategy", "pending-flag",
                "--workload", "complete-all:updates=40:duration=20ms,"
                "complete-all:updates=30:duration=20ms", "--shard", f"{part}/2", "--output",
                f"part-{part}"])

    def whole(self, before, after, outcome):
        return unchanged(before, after, "part-") + super().whole(before, after, outcome)

    def safe(self, before, after, outcome):
        return unchanged(before, after, "part-") + super().safe(before, after, outcome)

    def again(self, before, after, outcome):
        return self.arguments


class Simulated(Scenario):
    """`bench simulate` over an earlier one with other costs: readers see one of the two, or nothing."""

    name = "simulate, over an old one"
    arguments = [*VIRTUAL, "--events", "--output", "out"]
    roots = ["out"]

    def prepare(self, bench, folder):
        bench_in(bench, folder, [*VIRTUAL, "--reload-cost", "8ms", "--events", "--output", "out"])

    def learn(self, folder, outcome):
        self.new = below(wholeness.files(folder), "out")

    def whole(self, before, after, outcome):
        found = below(after, "out")
        return [f"{name} is not what it must be" for name, data in self.new.items()
                if found.get(name) != data] + unknown(found, {*self.new, *self.kept})

    def safe(self, before, after, outcome):
        found, old = below(after, "out"), below(before, "out")
        wrong = [problem for name, data in found.items()
                 for problem in wholeness.problems_of(name, data)]
        wrong += unknown(found, {*self.new, *self.kept})
        # Without environment.json no reader takes it for a run.
        if "environment.json" in found:
            for state in (old, self.new):
                if all(found.get(name) in (None, data) for name, data in state.items()):
                    return wrong
            wrong.append("old and new tables stand beside an environment.json, and are read as a run")
        return wrong


class Gated(Scenario):
    """`bench gate --exact-only`: a verdict from the whole baseline, with whole evidence."""

    name = "gate"
    arguments = ["gate", "--exact-only", "--settings", "gate.yml", "--baseline", "baseline",
                 "--output", "out", "--junit", "reports/junit.xml"]
    roots = ["out", "baseline", "gate.yml", "reports"]
    counted = ["--no-allocations"]

    def prepare(self, bench, folder):
        os.mkdir(os.path.join(folder, "reports"))
        with open(os.path.join(folder, "gate.yml"), "w") as file:
            file.write(GATE)
        bench_in(bench, folder, Accepted.arguments)

    def learn(self, folder, outcome):
        self.judged = self.evidence(wholeness.files(folder))

    def evidence(self, files):
        return {name: data for name, data in files.items()
                if name.startswith(("out/baseline/", "out/candidate/"))}

    def whole(self, before, after, outcome):
        wrong = unchanged(before, after, "baseline") + unchanged(before, after, "gate.yml")
        if self.evidence(after) != self.judged:
            wrong.append("the evidence is not whole")
        if b"</testsuites>" not in after.get("reports/junit.xml", b""):
            wrong.append("junit.xml is not whole")
        return wrong

    def safe(self, before, after, outcome):
        wrong = unchanged(before, after, "baseline") + unchanged(before, after, "gate.yml")
        junit = after.get("reports/junit.xml")
        if junit is not None and b"</testsuites>" not in junit:
            wrong.append("junit.xml is cut off")
        return wrong + [f"leaves {name} behind" for name in after if interposer.is_temporary(name)]


class GatedChildren(Gated):
    """The same, in the process that simulates. That which counts allocations preloads another library."""

    name = "gate, its child in virtual time"
    counts = "child:1"
    roots = ["out"]


class Judged(Gated):
    """`bench gate judge` of whole evidence."""

    name = "gate judge"
    arguments = ["gate", "judge", "out"]
    counted = []
    roots = ["out"]

    def prepare(self, bench, folder):
        super().prepare(bench, folder)
        bench_in(bench, folder, Gated.arguments)

    def whole(self, before, after, outcome):
        return unchanged(before, after, "out") + (
            [] if b"PASS" in outcome.output else ["it says no verdict"])

    def safe(self, before, after, outcome):
        return unchanged(before, after, "out")


class Accepted(Gated):
    """`bench gate accept`: the baseline is the old one or the new one, whichever reads it."""

    name = "gate accept"
    arguments = ["gate", "accept", "--settings", "gate.yml", "--baseline", "baseline"]
    roots = ["baseline", "gate.yml"]

    def prepare(self, bench, folder):
        super().prepare(bench, folder)
        baseline = os.path.join(folder, "baseline")
        for name in ("exact.csv", "allocations.csv"):
            path = os.path.join(baseline, name)
            if not os.path.exists(path):
                continue
            with open(path) as file:
                text = file.read()
            with open(path, "w") as file:  # the last figure of the first row, as of another build
                file.write(re.sub(r",([0-9.]+)$", ",7", text, count=1, flags=re.MULTILINE))

    def learn(self, folder, outcome):
        self.new = below(wholeness.files(folder), "baseline")

    def whole(self, before, after, outcome):
        wrong = [] if below(after, "baseline") == self.new else ["the baseline is not the new one"]
        return wrong + unchanged(before, after, "gate.yml")

    def safe(self, before, after, outcome):
        found, old = below(after, "baseline"), below(before, "baseline")
        if found in (old, self.new):
            return []
        wrong = [f"leaves {name} behind" for name in found if name not in self.new]
        if "suite.json" in found:
            wrong.append("the baseline is half the old one and half the new one")
        return wrong


class AcceptedTables(Accepted):
    """The same without counting allocations: those of the old baseline stay."""

    name = "gate accept --no-allocations"
    arguments = [*Accepted.arguments, "--no-allocations"]
    counted = []


class Recorded(Scenario):
    """`bench record`: its input goes through whole, and its file has whole rows."""

    name = "record"
    arguments = ["record", "--output", "out.csv"]
    roots = ["out.csv"]
    lines = [b"line %d\n" % number for number in range(93)]

    def feed(self):
        def write(pipe):
            with contextlib.suppress(BrokenPipeError):
                for start in range(0, 93, 31):  # odd: half of the bytes is no whole number of rows
                    pipe.write(b"".join(self.lines[start:start + 31]))
                    pipe.flush()
                    time.sleep(0.12)  # longer than it waits before it writes what it has
            with contextlib.suppress(BrokenPipeError):
                pipe.close()
        return write

    def rows_of(self, after):
        return after.get("out.csv", b"").decode().splitlines(keepends=True)

    def whole(self, before, after, outcome):
        wrong = self.safe(before, after, outcome)
        lengths = [line.split(",")[1].strip() for line in self.rows_of(after)[1:]]
        if not wrong and lengths != [str(len(line)) for line in self.lines]:
            wrong.append("rows are missing")
        return wrong

    def safe(self, before, after, outcome):
        wrong = []
        if outcome.output != b"".join(self.lines) and "out.csv" in after:
            wrong.append("what came was not passed on")
        rows = self.rows_of(after)
        lengths = [len(line) for line in self.lines]
        for number, row in enumerate(rows[1:]):
            if not re.fullmatch(r"\d+\.\d{6},%d\n" % lengths[number], row):
                wrong.append("the recording ends in a row that is cut off")
                break
        if rows[:1] and rows[0] != "time_s,bytes\n":
            wrong.append("the recording has half a header")
        return wrong

    def again(self, before, after, outcome):
        return [*self.arguments, "--force"]


class Exported(Scenario):
    """`bench export` over an earlier export: the old file or the new one."""

    roots = ["run", "exports"]

    def __init__(self, format):
        self.format = format
        self.name = f"export --format {format}"
        self.arguments = ["export", "run", "--format", format, "--output", "exports/new"]

    def prepare(self, bench, folder):
        os.mkdir(os.path.join(folder, "exports"))
        bench_in(bench, folder, [*VIRTUAL, "--reload-cost", "8ms", "--events", "--output", "old"])
        bench_in(bench, folder, ["export", "old", *self.arguments[2:]])
        bench_in(bench, folder, [*VIRTUAL, "--events", "--output", "run"])

    def learn(self, folder, outcome):
        self.new = self.product(wholeness.files(folder))

    def product(self, files):
        return {name: data for name, data in files.items()
                if name.startswith("exports/") and not name.endswith(".bench-lock")}

    def whole(self, before, after, outcome):
        wrong = unchanged(before, after, "run/")
        if self.product(after) != self.new:
            wrong.append("the export is not what it must be")
        return wrong

    def safe(self, before, after, outcome):
        old, found = self.product(before), self.product(after)
        wrong = unchanged(before, after, "run/")
        wrong += [f"{name} is neither the old one nor the new one" for name in self.new
                  if found.get(name) not in (old.get(name), self.new[name])]
        return wrong + unknown(found, self.new)


class Compared(Scenario):
    """`bench compare`: comparison.csv, old or new."""

    name = "compare"
    arguments = ["compare", "old", "run", "--metric", "deliveries,latency_p50_ms", "--output", "out"]
    roots = ["old", "run", "out"]

    def prepare(self, bench, folder):
        bench_in(bench, folder, [*VIRTUAL, "--output", "old"])
        bench_in(bench, folder, [*VIRTUAL, "--output", "run"])
        bench_in(bench, folder, self.arguments)

    def learn(self, folder, outcome):
        self.new = below(wholeness.files(folder), "out")

    def whole(self, before, after, outcome):
        found = below(after, "out")
        found.pop(".bench-lock", None)
        return [] if found == self.new else ["comparison.csv is not what it must be"]

    def safe(self, before, after, outcome):
        found = below(after, "out")
        wrong = unchanged(before, after, "old/") + unchanged(before, after, "run/")
        wrong += [problem for name, data in found.items()
                  for problem in wholeness.problems_of(name, data)]
        return wrong + unknown(found, {*self.new, *self.kept})


def all_of(short):
    if short:
        return [RealRun(short=True), Gated(), Recorded()]
    return [
        RealRun(), Resumed(), TemporaryOfRun(), TemporaryOfTrials(), Merged(), Simulated(), Gated(),
        GatedChildren(), Judged(), Accepted(), AcceptedTables(), Recorded(), Exported("github"),
        Exported("bencher"), Exported("perfetto"), Compared()]
