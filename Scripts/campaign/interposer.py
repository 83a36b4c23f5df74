"""Starts the bench with a library before it that makes one system call fail."""

import dataclasses
import os
import shutil
import signal
import subprocess
import time

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "interpose.c")

# What each class of calls may fail with. FULL is a disk that fills up: half of this write is written, and
# nothing from then on.
KINDS = {
    "open-write": ["ENOSPC", "EIO", "EINTR", "EACCES"],
    "open-read": ["EIO", "EINTR", "EACCES"],
    "write": ["ENOSPC", "EIO", "EINTR", "SHORT", "FULL"],
    "read": ["EIO", "EINTR", "SHORT"],
    "rename": ["ENOSPC", "EIO", "EINTR"],
    "sync": ["ENOSPC", "EIO", "EINTR"],
    "truncate": ["EIO", "EINTR"],
    "close": ["ENOSPC", "EIO", "EINTR"],
    "mkdir": ["ENOSPC", "EACCES"],
    "unlink": ["EIO", "EACCES"],
}
SHORT_KINDS = {**{group: kinds[:1] for group, kinds in KINDS.items()}, "write": ["ENOSPC", "SHORT"]}
WORDS = {
    "ENOSPC": "no space left on", "FULL": "no space left on", "EIO": "input/output error",
    "EINTR": "interrupted system call", "EACCES": "permission denied",
}
FOR_EVER = 1_000_000


@dataclasses.dataclass(frozen=True)
class Call:
    """One call on a file that is watched: the n-th of its class in its process."""

    process: int
    group: str
    number: int
    kind: str
    path: str
    old: str = ""  # of a rename


@dataclasses.dataclass
class Outcome:
    """How a command ended."""

    code: int | None  # None: it was ended, for it took too long
    output: bytes
    errors: str
    calls: list[Call]
    seconds: float


def build(folder):
    library = os.path.join(folder, "interpose.so")
    compilers = [os.environ["CC"]] if "CC" in os.environ else ["cc", "clang", "gcc"]
    compiler = next(filter(shutil.which, compilers), None)
    if compiler is None:
        raise SystemExit(f"There is no C compiler: {', '.join(compilers)}. Name one in CC.")
    subprocess.run([compiler, "-O1", "-Wall", "-Wextra", "-U_FORTIFY_SOURCE", "-shared", "-fPIC",
                    "-o", library, SOURCE, "-ldl"], check=True)
    return library


def places(group, number, kind):
    """What the library is asked for."""
    if kind == "FULL":
        return f"write:{number}:{number}:SHORT,write:{number + 1}:{FOR_EVER}:ENOSPC"
    return f"{group}:{number}:{number}:{kind}"


def start(command, folder, *, library=None, roots=(), fault="", counts="itself", feed=None, limit=60):
    """Runs `command` in `folder`. With a library, or roots, calls on the `roots` are counted and what
    `fault` says fails, in the process itself, its children or all."""
    folder = os.path.realpath(folder)
    temporary = os.path.join(folder, "temporary")
    os.makedirs(temporary, exist_ok=True)
    log = os.path.join(folder, "calls.log")
    for name in (log, log + ".children"):
        if os.path.exists(name):
            os.remove(name)
    environment = {**os.environ, "TMPDIR": temporary, "LC_ALL": "C"}
    if library:
        environment["LD_PRELOAD"] = library
    if roots:
        environment |= {
            "FAULT_LOG": log, "FAULT_PLACES": fault,
            "FAULT_ROOTS": ":".join(os.path.join(folder, root) for root in roots),
            "FAULT_IN": counts, "FAULT_CHILDREN": log + ".children",
        }
    begin = time.monotonic()
    process = subprocess.Popen(
        command, cwd=folder, env=environment, start_new_session=True,
        stdin=subprocess.PIPE if feed else subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE)
    if feed:
        feed(process.stdin)
        process.stdin = None
    try:
        output, errors = process.communicate(timeout=limit)
        code = process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, errors = process.communicate()
        code = None
    return Outcome(
        code, output, errors.decode(errors="replace"), read_log(log), time.monotonic() - begin)


def read_log(log):
    if not os.path.exists(log):
        return []
    with open(log) as file:
        fields = [line.rstrip("\n").split("\t") for line in file]
    return [Call(int(process), group, int(number), kind, path, old)
            for process, group, number, kind, path, old in fields]


def targets(calls):
    """The file that each call is about, by class and number: of a temporary one, what it becomes."""
    final = {os.path.basename(call.old): call.path for call in calls if call.group == "rename"}
    return {(call.group, call.number): final.get(os.path.basename(call.path), call.path)
            for call in calls}


def is_temporary(path):
    return os.path.basename(path).startswith((".dat.nosync", ".bench-part-"))
