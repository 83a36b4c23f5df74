"""The commands that are made to fail, and what must be on disk afterwards."""

import contextlib
import csv
import io
import json
import os
import re
import subprocess
import time
from pathlib import Path

from campaign import interposer

CELL = ["--strategy", "pending-flag", "--workload", "complete-all:updates=40:duration=20ms"]
RUN = ["run", "--quick", "--no-pin", *CELL]
TABLES = {"environment.json", "findings.csv", "frontier.csv", "latency.csv", "strategies.csv", "summary.csv", "trials.csv"}
VIRTUAL = ["simulate", "--strategy", "naive,throttle", "--workload", "complete-all:updates=40:duration=60ms"]
DEARER = [*VIRTUAL, "--reload-cost", "8ms"]
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
ACCEPT = ["gate", "accept", "--settings", "gate.yml", "--baseline", "baseline"]
JUDGE = ["gate", "--exact-only", "--settings", "gate.yml", "--baseline", "baseline", "--output", "out",
         "--junit", "reports/junit.xml"]


def files(folder):
    """Every file below `folder` with its bytes, by its path in there."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in Path(folder).rglob("*")
            if path.is_file() and not path.name.startswith("calls.log")}


def below(found, folder):
    """The files in `folder` by their path in there; without what the bench may leave behind."""
    return {name.removeprefix(folder + "/"): data for name, data in found.items()
            if name.startswith(folder + "/") and not name.endswith(".bench-lock")}


def problems_of(name, data, may_be_cut=False):
    """What is not whole about one file; empty where nothing is."""
    text = data.decode(errors="replace")
    if name.endswith(".jsonl"):
        *lines, rest = text.split("\n")
        if bad := [number for number, line in enumerate(lines, 1) if not parses(line)]:
            return [f"{name}: line {bad[0]} is cut off"]
        return [f"{name}: its last line is cut off"] if rest and not may_be_cut else []
    if name.endswith(".json") and not parses(text) or name.endswith(".xml") and "</testsuites>" not in text:
        return [f"{name} is cut off"]
    if name.endswith(".csv"):
        widths = {len(row) for row in csv.reader(io.StringIO(text))}
        return [] if text.endswith("\n") and len(widths) == 1 else [f"{name}: a row is cut off"]
    return []


def parses(text):
    with contextlib.suppress(ValueError):
        json.loads(text)
        return True


class Scenario:
    """A command that makes something anew, maybe over an older one. Once it has ended, what it makes is
    what it makes without a fault; where it failed, that or the old one, and never half of both."""

    def __init__(self, name, arguments, roots, makes, *commands, reads=(), counts="itself", mark="",
                 keeps=False, is_partial=False, gate=False):
        self.name, self.arguments, self.roots, self.makes, self.commands = name, arguments, roots, makes, commands
        self.reads, self.counts = reads, counts
        # The file by which readers take the folder for whole; old and new never stand beside one.
        self.mark = mark
        # Whether every file of the older one is kept until its new one is there.
        self.keeps = keeps
        # Whether some of it may be missing where the command failed.
        self.is_partial = is_partial
        self.gate = gate

    def prepare(self, bench, folder):
        """Makes what the command reads and what lies there before it."""
        for name in ("reports", "exports", "temporary"):
            os.makedirs(os.path.join(folder, name), exist_ok=True)
        if self.gate:
            Path(folder, "gate.yml").write_text(GATE)
        for arguments in self.commands:
            done = subprocess.run(
                [bench, *arguments], cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                env={**os.environ, "TMPDIR": os.path.join(folder, "temporary")})
            if done.returncode != 0:
                raise SystemExit(f"bench {' '.join(arguments)} failed without a fault:\n{done.stderr}")

    def feed(self):
        """What writes the command's input; None for none."""
        return None

    def learn(self, folder):
        """Looks at a run without faults."""
        self.new = below(files(folder), self.makes)

    def whole(self, before, after, outcome):
        """What is wrong where the command ended with 0."""
        found = below(after, self.makes)
        changed = [f"{name} is not what it must be" for name in self.new if found.get(name) != self.new[name]]
        return self.inputs(before, after) + changed + self.unknown(found)

    def safe(self, before, after, outcome):
        """What is wrong where it ended with 2: lost, or half there."""
        found, old = below(after, self.makes), below(before, self.makes)
        wrong = self.inputs(before, after) + self.unknown(found, old)
        wrong += [problem for name, data in found.items() for problem in problems_of(name, data)]
        if self.keeps:
            wrong += [f"{name} is neither the old one nor the new one" for name in self.new
                      if found.get(name) not in (old.get(name), self.new[name])]
        if self.mark in found and not any(self.is_of(found, state) for state in (old, self.new)):
            wrong.append(f"old and new stand beside {self.mark}, and are read as one")
        return wrong

    def is_of(self, found, state):
        return all(found.get(name) == data or self.is_partial and name not in found
                   for name, data in state.items())

    def inputs(self, before, after):
        changed = [name for name, data in before.items()
                   if name.startswith(tuple(self.reads)) and after.get(name) != data]
        return [f"{name}, which is only read, is not what it was" for name in changed]

    def unknown(self, found, *more):
        return [f"leaves {name} behind" for name in sorted(set(found).difference(self.new, *more))]

    def again(self, before, after, outcome):
        """The command that must succeed once nothing fails any more."""
        return self.arguments


class Gated(Scenario):
    """A verdict from the whole baseline, with whole evidence; where it failed, evidence may be missing."""

    def whole(self, before, after, outcome):
        said = [] if b"PASS" in outcome.output else ["it says no verdict"]
        found = {name: data for name, data in self.new.items() if name.startswith(("baseline/", "candidate/"))}
        evidence = below(after, "out")
        lost = [name for name, data in found.items() if evidence.get(name) != data]
        wrong = ["the evidence is not whole"] if lost else []
        return said + wrong + self.safe(before, after, outcome)

    def safe(self, before, after, outcome):
        wrong = [problem for name, data in below(after, "reports").items() for problem in problems_of(name, data)]
        left = [f"leaves {name} behind" for name in after if interposer.is_temporary(name)]
        return self.inputs(before, after) + wrong + left


class Accepted(Scenario):
    """The baseline is the old one or the new one, whichever reads it."""

    def prepare(self, bench, folder):
        super().prepare(bench, folder)
        for path in Path(folder, "baseline").glob("[ae]*.csv"):
            # The last figure of the first row, as of another build.
            path.write_text(re.sub(r",([0-9.]+)$", ",7", path.read_text(), count=1, flags=re.MULTILINE))


class Run(Scenario):
    """What the journal of a run has is kept, and it can be gone on with. Its figures are never the same."""

    def __init__(self, name, arguments, roots, *commands, trials=2, **options):
        super().__init__(name, arguments, roots, "out", *commands, **options)
        self.trials = trials
        self.new = {name: b"" for name in {*TABLES, "records.jsonl"}}

    def learn(self, folder):
        """There is nothing to learn."""

    def whole(self, before, after, outcome):
        wrong = self.safe(before, after, outcome, may_be_cut=False)
        found = below(after, "out")
        wrong += [f"{name} is missing" for name in self.new if name not in found]
        if wrong:
            return wrong
        journal, kept = finished(found["records.jsonl"]), finished(below(before, "out").get("records.jsonl", b""))
        table = [trial(row) for row in csv.DictReader(io.StringIO(found["trials.csv"].decode()))
                 if row["outcome"] != "void"]
        recorded = [each for each, lines in journal.items() for _ in lines]
        for name, trials in (("records.jsonl", recorded), ("trials.csv", table)):
            if sorted(trials) != sorted(set(trials)) or len(trials) != self.trials:
                wrong.append(f"{name} holds {len(trials)} trials instead of {self.trials}")
        return wrong + [f"trial {each[2]}, which had been finished, was run again"
                        for each in kept if journal.get(each) != kept[each]]

    def safe(self, before, after, outcome, may_be_cut=True):
        found = below(after, "out")
        wrong = [problem for name, data in found.items() for problem in problems_of(name, data, may_be_cut)]
        wrong += self.inputs(before, after) + self.unknown(found)
        if may_be_cut and not wrong:
            kept = finished(below(before, "out").get("records.jsonl", b""))
            journal = finished(found.get("records.jsonl", b""))
            wrong += [f"trial {each[2]}, which had been finished, is lost"
                      for each in kept if journal.get(each) != kept[each]]
        return wrong

    def again(self, before, after, outcome):
        can_resume = "--resume" in outcome.errors or finished(after.get("out/records.jsonl", b""))
        return ["run", "--resume", "out"] if self.arguments[0] == "run" and can_resume else self.arguments


class Resumed(Run):
    """A run of two trials of which one is there, and half of another."""

    def prepare(self, bench, folder):
        super().prepare(bench, folder)
        path = Path(folder, "out/records.jsonl")
        first, second = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(first + second[:len(second) // 2])


def trial(row):
    return tuple(str(row[key]) for key in ("strategy", "workload", "trial"))


def finished(journal):
    """The lines of a journal by their trial: whole ones, of trials that count."""
    found = {}
    for line in journal.split(b"\n")[:-1]:
        record = json.loads(line)
        if record["outcome"] != "void":
            found.setdefault(trial(record.get("identity", record)), []).append(line)
    return found


class Recorded(Scenario):
    """The input of `bench record` goes through whole, and its file has whole rows."""

    lines = [b"line %d\n" % number for number in range(93)]

    def feed(self):
        def write(pipe):
            with contextlib.suppress(BrokenPipeError), pipe:
                for start in range(0, 93, 31):  # odd: half of the bytes is no whole number of rows
                    pipe.write(b"".join(self.lines[start:start + 31]))
                    pipe.flush()
                    time.sleep(0.12)  # longer than it waits before it writes what it has
        return write

    def whole(self, before, after, outcome):
        wrong = self.safe(before, after, outcome)
        is_whole = len(after.get("out.csv", b"").splitlines()) == 1 + len(self.lines)
        return wrong if wrong or is_whole else ["rows are missing"]

    def safe(self, before, after, outcome):
        wrong = []
        if outcome.output != b"".join(self.lines) and "out.csv" in after:
            wrong.append("what came was not passed on")
        header, *rows = after.get("out.csv", b"").decode().splitlines(keepends=True) or ["time_s,bytes\n"]
        if header != "time_s,bytes\n":
            wrong.append("the recording has half a header")
        if not all(re.fullmatch(r"\d+\.\d{6},%d\n" % len(line), row)
                   for row, line in zip(rows, self.lines)):
            wrong.append("the recording ends in a row that is cut off")
        return wrong

    def again(self, before, after, outcome):
        return [*self.arguments, "--force"]


def real_run(trials):
    return ([*RUN, "--trials", str(trials), "--calibration", "earlier", "--output", "out"], ["out"],
            [*RUN, "--output", "earlier"])


def part(number):
    workloads = "complete-all:updates=40:duration=20ms,complete-all:updates=30:duration=20ms"
    return ["run", "--quick", "--no-pin", "--trials", "1", "--strategy", "pending-flag", "--workload", workloads,
            "--shard", f"{number}/2", "--output", f"part-{number}"]


def exported(format):
    words = ["--format", format, "--output", "exports/new"]
    return Scenario(
        f"export --format {format}", ["export", "run", *words], ["run", "exports"], "exports",
        [*DEARER, "--events", "--output", "old"], ["export", "old", *words],
        [*VIRTUAL, "--events", "--output", "run"], reads=["run/"], keeps=True)


def all_of(short):
    gated = Gated("gate", JUDGE, ["out", "baseline", "gate.yml", "reports"], "out", ACCEPT, gate=True,
                  reads=["baseline", "gate.yml"])
    recorded = Recorded("record", ["record", "--output", "out.csv"], ["out.csv"], "out.csv")
    if short:
        return [Run("run", *real_run(1), trials=1), gated, recorded]
    arguments, roots, earlier = real_run(2)
    accept = {"gate": True, "reads": ["gate.yml"], "mark": "suite.json"}
    compare = ["compare", "old", "run", "--metric", "deliveries,latency_p50_ms", "--output", "out"]
    return [
        Run("run", arguments, roots, earlier),
        Resumed("run --resume", ["run", "--resume", "out"], roots, [*RUN, "--trials", "2", "--output", "out"]),
        # What it hands its trials, and gets from them; the first of these processes warms up.
        Run("run, temporary files", arguments, ["temporary"], earlier),
        Run("run, its trials", arguments, ["temporary"], earlier, counts="child:2"),
        Run("merge", ["merge", "part-1", "part-2", "--output", "out"], ["out", "part-1", "part-2"],
            part(1), part(2), reads=["part-"]),
        # Without environment.json no reader takes it for a run.
        Scenario("simulate, over an old one", [*VIRTUAL, "--events", "--output", "out"], ["out"], "out",
                 [*DEARER, "--events", "--output", "out"], mark="environment.json", is_partial=True),
        gated,
        # In the process that simulates. That which counts allocations preloads another library.
        Gated("gate, its child in virtual time", JUDGE, ["out"], "out", ACCEPT, gate=True,
              reads=["baseline", "gate.yml"], counts="child:1"),
        Gated("gate judge", ["gate", "judge", "out"], ["out"], "out", ACCEPT, JUDGE, gate=True, reads=["out"]),
        Accepted("gate accept", ACCEPT, ["baseline", "gate.yml"], "baseline", ACCEPT, **accept),
        # Without counting allocations: those of the old baseline stay.
        Accepted("gate accept --no-allocations", [*ACCEPT, "--no-allocations"], ["baseline", "gate.yml"],
                 "baseline", ACCEPT, **accept),
        recorded, exported("github"), exported("bencher"), exported("perfetto"),
        Scenario("compare", compare, ["old", "run", "out"], "out", [*VIRTUAL, "--output", "old"],
                 [*VIRTUAL, "--output", "run"], compare, reads=["old/", "run/"]),
    ]
