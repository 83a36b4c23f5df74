"""Feeds one reader of Scripts/plotting with broken input, steered by coverage: what Scripts/dev/fuzz starts.

    fuzz.py READER OPTIONS-OF-LIBFUZZER
"""

import os
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import FunctionType

# One thread, and no second engine: starting a query takes longer than the query.
os.environ |= {"POLARS_MAX_THREADS": "1", "POLARS_ENGINE_AFFINITY": "in-memory"}
sys.path.insert(0, str(Path(__file__).parents[2] / "Scripts"))

import polars as pl  # noqa: E402

import atheris  # noqa: E402

with atheris.instrument_imports(include=["plotting"]):
    import readers
# A script is not imported.
for name, value in list(vars(readers.SCRIPT).items()):
    if isinstance(value, FunctionType):
        setattr(readers.SCRIPT, name, atheris.instrument_func(value))

#: Seconds of this process, which a busy machine does not lengthen; one that waits for ever ends by the
#: clock on the wall.
SECONDS = 2
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


def fuzz(reader: readers.Reader, words: list[str]) -> None:
    with readers.charts_left_out(), readers.Bed(reader) as bed:

        def feed(data: bytes) -> None:
            began = time.process_time()
            inside(lambda: bed.feed(data))
            took = time.process_time() - began
            assert took < SECONDS, f"took {took:.1f} s"

        # The first time, modules are loaded and queries are prepared.
        inside(lambda: bed.feed(reader.seed.read_bytes()))
        atheris.Setup(words, feed, custom_mutator=mutate)
        atheris.Fuzz()


if __name__ == "__main__":
    # libFuzzer takes the rest.
    fuzz(readers.READERS[sys.argv.pop(1)], sys.argv)
