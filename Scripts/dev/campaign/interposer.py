"""Starts the bench with a library before it that makes one system call fail."""

import dataclasses
import os
import shutil
import signal
import subprocess
from pathlib import Path

# What each class of calls may fail with; the first kind is what --short takes. FULL is a disk that fills up:
# half of this write is written, and nothing from then on.
KINDS = {
    "open-write": ["ENOSPC", "EIO", "EINTR", "EACCES"], "open-read": ["EIO", "EINTR", "EACCES"],
    "write": ["ENOSPC", "SHORT", "EIO", "EINTR", "FULL"], "read": ["EIO", "EINTR", "SHORT"],
    "rename": ["ENOSPC", "EIO", "EINTR"], "sync": ["ENOSPC", "EIO", "EINTR"], "truncate": ["EIO", "EINTR"],
    "close": ["ENOSPC", "EIO", "EINTR"], "mkdir": ["ENOSPC", "EACCES"], "unlink": ["EIO", "EACCES"],
}
WORDS = {
    "ENOSPC": "no space left on", "FULL": "no space left on", "EIO": "input/output error",
    "EINTR": "interrupted system call", "EACCES": "permission denied",
}


@dataclasses.dataclass(frozen=True)
class Call:
    """One call on a file that is watched: the n-th of its class."""

    group: str
    number: int
    kind: str
    path: str
    old: str  # of a rename


@dataclasses.dataclass
class Outcome:
    """How a command ended; without a code it took too long, and was ended."""

    code: "int | None"
    output: bytes
    errors: str
    calls: list[Call]


def build(folder):
    compiler = os.environ.get("CC") or next(filter(shutil.which, ["cc", "clang", "gcc"]), None)
    if compiler is None:
        raise SystemExit("There is no C compiler: cc, clang, gcc. Name one in CC.")
    library = os.path.join(folder, "interpose.so")
    subprocess.run([compiler, "-O1", "-Wall", "-Wextra", "-U_FORTIFY_SOURCE", "-shared", "-fPIC",
                    "-o", library, Path(__file__).with_name("interpose.c"), "-ldl"], check=True)
    return library


def places(group, number, kind):
    """What the library is asked for."""
    if kind == "FULL":
        return f"write:{number}:{number}:SHORT,write:{number + 1}:1000000:ENOSPC"
    return f"{group}:{number}:{number}:{kind}"


def start(command, folder, *, library=None, roots=(), fault="", counts="itself", feed=None, limit=60):
    """Runs `command` in `folder`. With a library, calls on the `roots` are counted and what `fault` says
    fails, in the process itself or one of its children."""
    folder = os.path.realpath(folder)
    log, temporary = os.path.join(folder, "calls.log"), os.path.join(folder, "temporary")
    os.makedirs(temporary, exist_ok=True)
    for name in (log, log + ".children"):
        Path(name).unlink(missing_ok=True)
    environment = {**os.environ, "TMPDIR": temporary, "LC_ALL": "C"}
    if library:
        environment |= {
            "LD_PRELOAD": library, "FAULT_LOG": log, "FAULT_PLACES": fault, "FAULT_IN": counts,
            "FAULT_ROOTS": ":".join(os.path.join(folder, root) for root in roots),
            "FAULT_CHILDREN": log + ".children",
        }
    process = subprocess.Popen(
        command, cwd=folder, env=environment, start_new_session=True, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, stdin=subprocess.PIPE if feed else subprocess.DEVNULL)
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
    lines = Path(log).read_text().splitlines() if os.path.exists(log) else []
    fields = [line.split("\t") for line in lines]
    calls = [Call(group, int(number), *rest) for group, number, *rest in fields]
    return Outcome(code, output, errors.decode(errors="replace"), calls)


def targets(calls):
    """The file that each call is about, by class and number: of a temporary one, what it becomes."""
    final = {os.path.basename(call.old): call.path for call in calls if call.group == "rename"}
    return {(call.group, call.number): final.get(os.path.basename(call.path), call.path) for call in calls}


def is_temporary(path):
    return os.path.basename(path).startswith((".dat.nosync", ".bench-part-"))
