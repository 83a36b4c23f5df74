"""Careless changes: those that a machine makes, and the patches of Tests/CarelessChanges."""

import difflib
import hashlib
import random
import re

from .kinds import defaults_of, edits
from .swift import SourceFile, one_line

LIBRARY = ("Sources/Coalesce/", "Sources/Strategies/", "Sources/CoalesceTesting/")
# What computes, and what decides: statistics, least cost, comparisons, the gate, the checks of `verify`, and
# whether a trial counts.
JUDGING = ("Sources/BenchMath/", "Sources/BenchHarness/Optimum/", "Sources/BenchReport/Comparison/",
           "Sources/BenchReport/Gate/", "Sources/BenchReport/Results/CellSummary.swift",
           "Sources/BenchVerify/Checks/", "Sources/BenchVerify/Play/", "Sources/BenchHarness/Trial/Trial.swift",
           "Sources/BenchHarness/Trial/TrialAnalysis.swift", "Sources/BenchHarness/Trial/Outcome.swift")
GROUPS = {"library": LIBRARY, "judging": JUDGING}


class Mutant:
    """A change that can be switched on by a number: for each file, other texts of some bodies."""

    def __init__(self, kind, what, changes, name=None, added=()):
        # `kind` is defect or no-op for a patch, else that of the machine. `changes`: (file, key of the body,
        # its text, its new text). `added`: (file, after which declaration, text), there for every number.
        self.kind, self.what, self.changes, self.added = kind, what, changes, added
        self.is_patch = name is not None
        self.file = changes[0][0] if changes else ""
        self.diff = "".join(_diff(*change) for change in changes)
        self.name = name or "m" + hashlib.sha1(repr([self.diff, changes]).encode()).hexdigest()[:8]
        self.number = 0
        # By net: why it was caught there, None where it was not.
        self.found, self.equivalent = {}, None

    @property
    def caught_by(self):
        return next((net for net, why in self.found.items() if why), None)

    @property
    def lines(self):
        """What tells it from others in its file, whatever its line number: lines out, lines in."""
        changed = [line for line in self.diff.splitlines() if line[:1] in "-+" and line[:3] not in ("---", "+++")]
        return tuple(line[0] + one_line(line[1:]) for line in changed)


def _diff(path, key, old, new):
    lines = list(difflib.unified_diff(old.splitlines(), new.splitlines(), lineterm="", n=1))[2:]
    body = [line if line[:2] != "@@" else "  …" for line in lines[1:]]
    return "\n".join([f"{path}: {key.split('(')[0][:90]}", *body]) + "\n"


def by_machine(files, group, count, seed):
    """The mutants of some files in an order that the seed decides, those of the sample first."""
    defaults = defaults_of(files)
    made, seen = [], set()
    for file in files:
        if not any(file.path.startswith(start) or file.path.endswith("/" + start) for start in group):
            continue
        for key, body in file.bodies.items():
            for edit in edits(file, body, defaults):
                if not file.is_compiled(edit.start):
                    continue
                new = (file.source[body.start:edit.start].decode() + edit.new
                       + file.source[edit.end:body.end].decode())
                if (file.path, key, new) in seen or new == body.text:
                    continue
                seen.add((file.path, key, new))
                made.append(Mutant(edit.kind, "", [(file.path, key, body.text, new)]))
    if count is not None:
        random.Random(seed).shuffle(made)
    return made


def by_hand(patch, read, apply):
    """The mutant of a patch. `read` returns the text of a file, `apply` the texts with the patch, by path."""
    first = patch.read_text(encoding="utf-8").split("\n", 1)[0]
    kind, _, what = first.partition(": ")
    if kind not in ("defect", "no-op"):
        raise ValueError(f"{patch.name} does not begin with 'defect: ' or 'no-op: '.")
    changes, added = [], []
    for path, text in apply(patch).items():
        old, new = SourceFile(path, read(path)), SourceFile(path, text)
        for key, body in new.bodies.items():
            if key in old.bodies and body.text != old.bodies[key].text:
                changes.append((path, key, old.bodies[key].text, body.text))
        added += _additions(path, old, new)
    return Mutant(kind, what, changes, patch.stem, added)


def _additions(path, old, new):
    known = {(each.owner, each.text) for each in old.declarations}
    before = None
    for each in new.declarations:
        if (each.owner, each.text) in known:
            before = each
            continue
        end = each.start + len(each.text.encode())
        is_changed = any(key in old.bodies for key, body in new.bodies.items() if each.start <= body.start < end)
        is_type = re.match(r"((public|package|final|private|@\w+)\s+)*(class|struct|enum|extension)\b", each.text)
        if not is_changed and not is_type and not each.text.startswith("//"):
            yield path, (before.owner, before.text) if before else None, each.text


def read_equivalents(path):
    """Blocks of a file, lines that begin with - and +, and a reason that begins with =: reasons by these."""
    known, file, lines = {}, None, []
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        if line.startswith("Sources/"):
            file, lines = line.split(":")[0].strip(), []
        elif file and line.startswith(("-", "+")):
            lines.append(line[0] + one_line(line[1:]))
        elif line.startswith("= "):
            known[file, tuple(lines)] = line[2:]
    return known
