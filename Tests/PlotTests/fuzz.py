"""Scripts/fuzz-plots: feeds every reader of Scripts/plotting with broken input, steered by coverage.

Each reader has a process of its own, for libFuzzer ends the one it runs in.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import FunctionType

# One thread, and no second engine: starting a query takes longer than the query.
os.environ |= {"POLARS_MAX_THREADS": "1", "POLARS_ENGINE_AFFINITY": "in-memory"}
sys.path.insert(0, str(Path(__file__).parents[2] / "Scripts"))

import polars as pl  # noqa: E402

if "--options" in sys.argv:
    import atheris

    with atheris.instrument_imports(include=["plotting"]):
        import readers
    # A script is not imported.
    for name, value in list(vars(readers.SCRIPT).items()):
        if isinstance(value, FunctionType):
            setattr(readers.SCRIPT, name, atheris.instrument_func(value))
else:
    import readers

#: Seconds of this process, which a busy machine does not lengthen; one that waits for ever ends by the
#: clock on the wall.
SECONDS, WAIT = 2, 30
MEBIBYTES, BYTES = 512, 8192
PARTS = re.compile(rb'([,:\n"{}\[\] ])')
#: What has broken readers before, or what numbers, texts and JSON have at their ends.
NASTY = (
    b"", b"0", b"-0", b"-1", b"1", b"1e15", b"1.1e15", b"1e308", b"1e999", b"5e-324", b"1e-300", b"nan",
    b"inf", b"-inf", b"9223372036854775808", b"0x10", b"1_000", b"\xd9\xa3", b"yes", b"no", b"ok", b"void",
    b"lost", b"crashed", b"real", b"virtual", b"timing", b"throttle", b"naive", b"uart", b"uart:a=1,b=2",
    b'"', b'""', b'"a\nb"', b'"a,b"', b"'", b"\xff", b"\xef\xbb\xbf", b"\0", b"\r", b"\r\n", b"\xe2\x80\xa8",
    b"<b>", b"{{answer}}", b"$lead", b"null", b"true", b"[]", b"{}", b"[[]]", b'{"a":1}', b"9" * 5000,
    b"[" * 3000, b"a" * 3000,
)  # fmt: skip


def mutate(data: bytes, most: int, seed: int) -> bytes:
    """Half of the time what libFuzzer does to bytes; else a field or a line is changed for another."""
    random = Random(seed)
    if not data or random.random() < 0.4:
        return atheris.Mutate(data, most)
    by_line = random.random() < 0.2
    parts = data.split(b"\n") if by_line else PARTS.split(data)
    for _ in range(random.choice((1, 1, 2, 4))):
        place = random.randrange(len(parts))
        other = random.choice(parts)
        if by_line and random.random() < 0.5:
            parts[place] += b"\n" + other
        else:
            parts[place] = other if by_line or random.random() < 0.3 else random.choice(NASTY)
    return (b"\n" if by_line else b"").join(parts)[:most]


def inside(work: Callable[[], object]) -> None:
    """On the thread on which queries run, so that none has to wait until that one wakes."""
    failed: list[BaseException] = []

    def call(column: pl.Series) -> pl.Series:
        try:
            work()
        except BaseException as error:
            failed.append(error)
        return column

    pl.select(pl.lit(ONE).map_batches(call, return_dtype=pl.Int64))
    if failed:
        raise failed[0]


ONE = pl.Series([0])


def fuzz(reader: readers.Reader, options: list[str]) -> None:
    with readers.charts_left_out(), readers.Bed(reader) as bed:

        def feed(data: bytes) -> None:
            began = time.process_time()
            inside(lambda: bed.feed(data))
            took = time.process_time() - began
            assert took < SECONDS, f"took {took:.1f} s"

        # The first time, modules are loaded and queries are prepared.
        inside(lambda: bed.feed(reader.seed.read_bytes()))
        atheris.Setup([sys.argv[0], *options], feed, custom_mutator=mutate)
        atheris.Fuzz()


def start(name: str, chosen: argparse.Namespace) -> bool:
    """Whether a reader held, with a line of figures."""
    reader, began = readers.READERS[name], time.monotonic()
    with tempfile.TemporaryDirectory() as aside:
        found, seeds = Path(aside) / "found", Path(aside) / "seeds"
        found.mkdir()
        seeds.mkdir()
        (seeds / "valid").write_bytes(reader.seed.read_bytes())
        own = [str(folder) for folder in (seeds, reader.found) if folder.is_dir()]
        command = [sys.executable, __file__, "--reader", name, "--options"]
        common = [
            f"-timeout={WAIT}", f"-rss_limit_mb={MEBIBYTES}", f"-max_len={BYTES}", "-len_control=0",
            f"-seed={chosen.seed}", f"-artifact_prefix={Path.cwd()}/{name}-",
        ]  # fmt: skip
        limits = [f"-runs={chosen.inputs}", f"-max_total_time={chosen.seconds}"]
        log = Path(aside) / "log"
        with log.open("wb") as file:
            ended = subprocess.run(
                [*command, *common, *limits, str(found), *own], stdout=file, stderr=file, check=False
            )
        text = log.read_text(errors="replace")
        done = re.findall(r"#(\d+)\t\w+ +(?:cov: (\d+) ft: \d+ )?corp: (\d+)", text)
        inputs, coverage, kept = done[-1] if done else ("0", "", "0")
        state = "held" if ended.returncode == 0 else "BROKE"
        took = time.monotonic() - began
        print(f"| {name} | {inputs} | {took:.0f} | {coverage} | {kept} | {state} |", flush=True)
        if ended.returncode != 0:
            print(text[-6000:], file=sys.stderr)
        elif chosen.keep:
            reader.found.mkdir(parents=True, exist_ok=True)
            for file in found.iterdir():
                shutil.copy(file, reader.found)
    return ended.returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="Scripts/fuzz-plots", description=__doc__)
    parser.add_argument("--inputs", type=int, default=1_000_000, help="for each reader")
    parser.add_argument("--seconds", type=int, default=0, help="for each reader; 0: no limit")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--reader", help=f"one of: {', '.join(readers.READERS)}")
    parser.add_argument("--keep", action="store_true", help="add what made a new path to the corpus")
    parser.add_argument("--options", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.reader is not None and chosen.reader not in readers.READERS:
        parser.error(f"there is no reader '{chosen.reader}'. Choose from: {', '.join(readers.READERS)}.")
    if chosen.options is not None:
        fuzz(readers.READERS[chosen.reader], chosen.options)
        return 0
    print("| reader | inputs | seconds | coverage | corpus | |\n|---|--:|--:|--:|--:|---|", flush=True)
    names = [chosen.reader] if chosen.reader else list(readers.READERS)
    return 0 if all([start(name, chosen) for name in names]) else 1


if __name__ == "__main__":
    sys.exit(main())
