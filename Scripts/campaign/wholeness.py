"""What is on disk, and whether it is whole."""

import csv
import io
import json
import os


def files(folder):
    """Every file below `folder` with its bytes, by its path in there."""
    found = {}
    for parent, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(parent, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, folder)] = file.read()
    return found


def problems_of(name, data, *, may_be_cut=False):
    """What is not whole about one file; empty where nothing is."""
    text = data.decode(errors="replace")
    if name.endswith(".jsonl"):
        lines = text.split("\n")
        rest = lines.pop()
        bad = [number for number, line in enumerate(lines, 1) if not parses(line)]
        if bad:
            return [f"{name}: line {bad[0]} is cut off"]
        return [f"{name}: its last line is cut off"] if rest and not may_be_cut else []
    if name.endswith(".json"):
        return [] if parses(text) else [f"{name} is cut off"]
    if name.endswith(".csv"):
        if not text.endswith("\n"):
            return [f"{name}: its last row is cut off"]
        widths = {len(row) for row in csv.reader(io.StringIO(text))}
        return [] if len(widths) == 1 else [f"{name}: rows of {sorted(widths)} columns"]
    return []


def parses(text):
    try:
        json.loads(text)
        return True
    except ValueError:
        return False


def rows(data):
    return list(csv.DictReader(io.StringIO(data.decode())))


def trial(row):
    return tuple(str(row[key]) for key in ("strategy", "workload", "trial"))


def finished(journal):
    """The lines of a journal by their trial: whole ones, of trials that count."""
    lines = journal.split(b"\n")[:-1]
    found = {}
    for line in lines:
        record = json.loads(line)
        identity = record.get("identity", record)
        if record["outcome"] != "void":
            found.setdefault(trial(identity), []).append(line)
    return found
