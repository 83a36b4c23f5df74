"""What a mutant is held against, the cheapest first."""

import os
import re
import resource
import shutil
import signal
import subprocess
import threading
import time

from .mutant import LIBRARY

# Of each place in Sources, the tests that are about it: folders of Tests, and files.
OWN_TESTS = {
    "Sources/BenchMath/Statistics/": ("BenchTests/Statistics",),
    "Sources/BenchMath/": (
        "BenchTests/Optimum", "BenchTests/Balanced", "BenchTests/Statistics", "BenchTests/Support/NumberTests.swift"),
    "Sources/BenchHarness/Optimum/": ("BenchTests/Optimum", "BenchTests/Metrics", "BenchTests/VirtualTime"),
    "Sources/BenchHarness/Trial/": ("BenchTests/Trial", "BenchTests/Metrics", "BenchTests/VirtualTime"),
    "Sources/BenchReport/Comparison/": (
        "BenchTests/Comparison", "BenchTests/Gate", "BenchCommandTests/CompareCommandTests.swift",
        "BenchCommandTests/Gate"),
    "Sources/BenchReport/Gate/": ("BenchTests/Gate", "BenchCommandTests/Gate"),
    "Sources/BenchReport/Results/": ("BenchTests/Results", "BenchTests/Findings", "BenchTests/Gate"),
    "Sources/BenchVerify/": ("BenchTests/Verify", "BenchTests/Mutants"),
    # Any other place of the bench.
    "Sources/Bench": ("BenchTests", "BenchCommandTests"),
}
# What swift-testing exits with where no test is of that name.
NO_TESTS = 69
# No net may take more memory than this.
BYTES = 8 << 30


class Nets:
    """The nets of a copy, each with the time it took without a mutant."""

    def __init__(self, copy, names, slow):
        self.folder, self.scratch, self.slow = copy.folder.resolve(), copy.work / "scratch", slow
        self.names, self.seconds = names, {}
        shutil.rmtree(self.scratch, ignore_errors=True)

    def ask_about(self, mutant):
        """Asks one net after another until one objects."""
        for net in self.nets_of(mutant.file):
            if net not in mutant.found:
                mutant.found[net] = self.complaint(net, mutant.number, mutant.file)
            if mutant.found[net]:
                return

    def nets_of(self, file):
        """Instructions and races tell nothing of what decides a verdict, nor tests of the bench of the library."""
        unfit = {"slow", "tests"} if file.startswith(LIBRARY) else {"instructions", "races"}
        return [net for net in self.names if net not in unfit]

    def accusations(self, files):
        """What the nets say where no mutant runs; also notes how long each takes."""
        for file in files:
            for net in self.nets_of(file):
                if self._key(net, file) in self.seconds:
                    continue
                begun = time.monotonic()
                if why := self.complaint(net, 0, file):
                    yield f"{net}: {why}"
                self.seconds[self._key(net, file)] = time.monotonic() - begun

    def _own(self, file):
        return next((place for place in OWN_TESTS if file.startswith(place)), LIBRARY[0])

    def _key(self, net, file):
        """Only the tests of its own are others for another file."""
        return net, self._own(file) if net in ("own", "slow") else None

    def complaint(self, net, number, file):
        """Why this net says that something is wrong; nothing if it does not."""
        usual = self.seconds.get(self._key(net, file), 900)
        for command in self._commands(net, self._own(file)):
            if why := self._run(command, number, net, 2 * usual + 20):
                return why
        return None

    def _commands(self, net, file):
        debug = self.folder / ".build/debug"
        bench = debug / "bench"
        every = [debug / "CoalescePackageTests.xctest", "--testing-library", "swift-testing"]
        tests = [*every, "--skip", self.slow]
        if net == "own":
            return [[*tests, "--filter", self._suites(file)]]
        if net == "slow":
            return [[*every, "--filter", rf"(?=.*({self.slow})){self._suites(file)}"]]
        if net == "tests":
            return [[*tests, "--filter", r"^Bench(Command)?Tests\."]]
        if net == "exact":
            # The baseline's allocations are those of a release build.
            return [[bench, "gate", "--exact-only", "--no-allocations"]]
        if net == "verify":
            return [[bench, "verify", "--virtual-only", "--strategy", "*", "--schedules", count]
                    for count in ("20", "100")]
        if net == "races":
            return [[bench, "verify", "--real-time-only", "--strategy", "*"]]
        return [[bench, "gate", "--instructions-only", "--against", self.folder / ".build/still/bench"]]

    def _suites(self, file):
        if file not in OWN_TESTS:
            return r"^CoalesceTests\."
        places = [self.folder / "Tests" / place for place in OWN_TESTS[file]]
        names = {name for place in places
                 for test in ([place] if place.suffix else place.rglob("*.swift"))
                 for name in re.findall(r"\bstruct (\w+Tests)\b", test.read_text(encoding="utf-8"))}
        return rf"^Bench(Command)?Tests\.(\w+/)?({'|'.join(sorted(names))})/"

    def _run(self, command, number, net, limit):
        scratch = self.scratch / f"{number}-{threading.get_ident()}"
        shutil.rmtree(scratch, ignore_errors=True)
        scratch.mkdir(parents=True)
        if net not in ("own", "slow", "tests"):
            command = [*command, "--output", scratch / "results"]
        environment = os.environ | {
            "COALESCE_MUTANT": str(number), "TMPDIR": str(scratch), "SWIFT_BACKTRACE": "enable=no",
            "NO_COLOR": "1"}
        process = subprocess.Popen(
            list(map(str, command)), cwd=self.folder, env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (BYTES, BYTES)))
        late = threading.Timer(limit, lambda: _end(process))
        late.start()
        begun, lines, why = time.monotonic(), [], None
        try:
            for line in process.stdout:
                lines.append(line)
                # The first test that fails says enough.
                if re.search(r"✘ Test .*recorded an issue", line):
                    why = _short(line)
                    break
        finally:
            late.cancel()
            _end(process)
            process.wait()
            shutil.rmtree(scratch, ignore_errors=True)
        if why:
            return why
        if time.monotonic() - begun >= limit:
            return f"no end after {limit:.0f} s"
        if net == "slow" and process.returncode == NO_TESTS:
            return None
        if process.returncode == 64:
            raise RuntimeError(f"the net {net} was called wrongly: {''.join(lines[-3:])}")
        return _complaint(lines, process.returncode) if process.returncode else None


def _end(process):
    # Whatever it started goes with it.
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def _short(line):
    return re.sub(r"\s+", " ", line).strip()[:160]


def _complaint(lines, code):
    for pattern in (r"REGRESSED", r"^FAIL ", r"✘ Test ", r"[Ff]atal|error:"):
        for line in lines:
            if re.search(pattern, line):
                return _short(line)
    return _short(lines[-1] if lines else "") or f"exit code {code}"
