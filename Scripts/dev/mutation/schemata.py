"""A copy of the package in which every mutant is there, behind a number: mutant schemata, as Untch, Offutt and
Harrold describe them ("Mutation analysis using mutant schemata", ISSTA 1993)."""

import json
import os
import re
import shutil
import subprocess
import tempfile
from collections import defaultdict
from pathlib import Path

from .swift import SourceFile, parse, walk

SWITCH = '''\
#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

private let name: StaticString = "COALESCE_MUTANT"

/// Which mutant runs; 0 for none.
@usableFromInline let activeMutant: Int =
  getenv(UnsafePointer<CChar>(OpaquePointer(name.utf8Start))).flatMap { Int(String(cString: $0)) } ?? 0
'''

class Trouble(Exception):
    """What keeps mutants from being asked of the nets."""


class Copy:
    """A clone of the last commit, and its builds."""

    def __init__(self, package, work):
        self.folder, self.work = work / "package", work
        if not self.folder.exists():
            self.git(package, "clone", "--quiet", "--no-hardlinks", str(package), str(self.folder))
        self.git(self.folder, "fetch", "--quiet", "origin", "HEAD")
        # What is written anew is compiled anew: the Swift of Sources, with its mutants, is left to `_write`.
        before = set(self.git(self.folder, "ls-files").split())
        self.git(self.folder, "reset", "--quiet", "FETCH_HEAD")
        for name in before - set(self.git(self.folder, "ls-files").split()):
            (self.folder / name).unlink(missing_ok=True)
        self.git(self.folder, "checkout", "--quiet", "--", ".", ":(exclude,glob)Sources/**/*.swift")
        self.commit, self.texts = self.git(self.folder, "rev-parse", "--short", "HEAD").strip(), {}

    @staticmethod
    def git(folder, *arguments):
        result = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, text=True, check=False)
        if result.returncode != 0:
            raise Trouble(f"git {arguments[0]}: {result.stderr.strip()}")
        return result.stdout

    def read(self, path):
        if path not in self.texts:
            self.texts[path] = self.git(self.folder, "show", f"HEAD:{path}")
        return self.texts[path]

    def files(self):
        names = self.git(self.folder, "ls-files", "Sources/*.swift").split()
        return [SourceFile(name, self.read(name)) for name in names]

    def applied(self, patch):
        """The texts of the files that a patch changes, with the patch."""
        names = self.git(self.folder, "apply", "--numstat", str(patch)).split()[2::3]
        with tempfile.TemporaryDirectory() as scratch:
            for name in names:
                (Path(scratch) / name).parent.mkdir(parents=True, exist_ok=True)
                (Path(scratch) / name).write_text(self.read(name), encoding="utf-8")
            self.git(scratch, "apply", str(patch.resolve()))
            return {name: (Path(scratch) / name).read_text(encoding="utf-8") for name in names}

    def build(self, mutants, say):
        """Compiles all of them at once. Returns the reason of each that does not compile, by name."""
        # What was found before of the same commit is kept, as the builds are.
        file = self.work / "dropped.json"
        kept = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        known = kept.get(self.commit, {})
        dropped = {mutant.number: known[mutant.name] for mutant in mutants if mutant.name in known}
        numbered = {mutant.number: mutant for mutant in mutants}
        built, wanted = self.work / "built.json", [self.commit, *(mutant.name for mutant in mutants)]
        is_built = built.exists() and json.loads(built.read_text(encoding="utf-8")) == wanted
        while not is_built:
            lines = self._write([mutant for mutant in mutants if mutant.number not in dropped])
            complaints = self._compile()
            if not complaints:
                built.write_text(json.dumps(wanted), encoding="utf-8")
                break
            found = {}
            for path, line, why in complaints:
                for number in lines.get(path, {}).get(line, ()):
                    found.setdefault(number, why)
            new = {number: why for number, why in found.items() if number not in dropped}
            if not new:
                path, line, why = complaints[0]
                raise Trouble(f"the copy does not build: {path}:{line}: {why}")
            say(f"{len(new)} do not compile")
            dropped.update(new)
            known.update((numbered[number].name, why) for number, why in new.items())
            file.write_text(json.dumps({self.commit: known}, indent=1), encoding="utf-8")
        return {numbered[number].name: why for number, why in dropped.items()}

    def _write(self, mutants):
        """Writes the files. Returns the mutants that each line of a file belongs to."""
        by_file, added, lines = defaultdict(lambda: defaultdict(list)), defaultdict(list), {}
        for mutant in mutants:
            for path, key, _, new in mutant.changes:
                by_file[path][key].append((mutant.number, new))
            for path, after, text in mutant.added:
                added[path].append((after, text))
        for path in set(self.texts):
            text, lines[path] = render(SourceFile(path, self.texts[path]), by_file[path], added[path])
            _write_if_new(self.folder / path, text)
        for module in (self.folder / "Sources").iterdir():
            if any(path.suffix == ".swift" for path in module.rglob("*")):
                _write_if_new(module / "ActiveMutant.swift", SWITCH)
        return lines

    def _compile(self):
        environment = {key: value for key, value in os.environ.items() if key != "COALESCE_STRICT"}
        # One build for all nets: what the tests call is optimised, and so is the bench beside them.
        environment["COALESCE_OPTIMISED"] = "1"
        result = subprocess.run(
            ["swift", "build", "--build-tests"], cwd=self.folder, env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
        if result.returncode == 0:
            self._keep_base()
            return []
        found = re.findall(r"^(/\S+?\.swift):(\d+):\d+: error: (.*)", result.stdout, re.MULTILINE)
        (self.work / "build.log").write_text(result.stdout, encoding="utf-8")
        if not found:
            raise Trouble(f"the copy does not build; see {self.work / 'build.log'}")
        folder = self.folder.resolve()
        return [(str(Path(path).resolve().relative_to(folder)), int(line), why) for path, line, why in found]

    def _keep_base(self):
        """A program in which no mutant ever runs, to compare with: it reads another name of the same length. Its
        folder, too, has a name of the same length, because that moves figures."""
        base = self.folder / ".build/still"
        shutil.rmtree(base, ignore_errors=True)
        base.mkdir()
        data = (self.folder / ".build/debug/bench").read_bytes()
        (base / "bench").write_bytes(data.replace(b"COALESCE_MUTANT\0", b"COALESCE_NOBODY\0"))
        (base / "bench").chmod(0o755)


def _write_if_new(path, text):
    # A file that stays as it was is not compiled again.
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def render(file, changes, added):
    """The text of a file with other bodies behind numbers. `changes`: by key, (number, text). Returns, too, by
    line, the numbers of the mutants that an error there speaks of."""
    pieces, position = [], 0
    places = [(body.start, body.end, body, changes[key]) for key, body in file.bodies.items() if key in changes]
    for after, text in dict.fromkeys(added):
        at = next((each.start + len(each.text.encode()) for each in file.declarations
                   if (each.owner, each.text) == after), 0)
        places.append((at, at, None, text))
    for start, end, body, what in sorted(places, key=lambda place: place[:2]):
        pieces.append((file.source[position:start].decode(), ()))
        position = end
        if body is None:
            pieces.append((f"\n{what}\n", ()))
        else:
            pieces += _value(body, what) if body.is_value else _switch(body, what)
    pieces.append((file.source[position:].decode(), ()))
    lines, number = defaultdict(set), 1
    for text, numbers in pieces:
        for line in range(number, number + text.count("\n") + 1):
            lines[line].update(numbers)
        number += text.count("\n")
    return "".join(text for text, _ in pieces), lines


def _value(body, variants):
    everybody = tuple(number for number, _ in variants)
    yield "(", everybody
    for number, text in variants:
        yield f"activeMutant == {number}\n? ({text})\n: ", (number,)
    yield f"({body.text}))", everybody


def _switch(body, variants):
    everybody = tuple(number for number, _ in variants)
    yield "\nswitch activeMutant {\n", everybody
    for number, text in variants:
        # Lines of its own: an error is on a line of one mutant, or of all.
        yield f"case {number}:\n", ()
        yield _returning(body, text) + "\n", (number,)
    yield "default:\n", ()
    yield _returning(body, body.text) + "\n", everybody
    yield "}\n", everybody


def _returning(body, text):
    """The body as it stands in a branch, where an only expression is not returned by itself."""
    text = text.strip("\n")
    if not text.strip():
        return "break"
    if body.is_implicit_return and _is_one_expression(text):
        first = re.match(r"\s*(//[^\n]*\n\s*)*", text).end()
        return f"{text[:first]}return {text[first:]}"
    # Nothing but a comment is left.
    if all(line.strip().startswith("//") or not line.strip() for line in text.splitlines()):
        return text + "\nbreak"
    return text


def _is_one_expression(text):
    root = parse(text)
    statements = [child for child in root.named_children if "comment" not in child.type]
    return len(statements) == 1 and statements[0].type != "control_transfer_statement"
