"""What broke a reader once, or took it on a new path, is read or told in a sentence."""

import pytest
import readers


@pytest.mark.parametrize("name", readers.READERS)
def test_corpus_is_read_or_told(name: str) -> None:
    reader, broke = readers.READERS[name], []
    inputs = {"valid": reader.seed, **{file.name: file for file in sorted(reader.found.glob("*"))}}
    with readers.charts_left_out(), readers.Bed(reader) as bed:
        for called, file in inputs.items():
            try:
                bed.feed(file.read_bytes())
            except BaseException as error:
                broke.append(f"{called}: {type(error).__name__}: {error}"[:300])
    assert not broke, "\n".join(broke)
