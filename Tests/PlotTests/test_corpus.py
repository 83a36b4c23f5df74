"""What broke a reader once, or took it on a new path, is read or told in a sentence."""

import pytest
import readers


@pytest.mark.parametrize("name", readers.READERS)
def test_corpus_is_read_or_told(name: str) -> None:
    reader, broke = readers.READERS[name], []
    inputs = {"valid": reader.seed.read_bytes(), **reader.found}
    with readers.charts_left_out(), readers.Bed(reader) as bed:
        for called, data in inputs.items():
            try:
                bed.feed(data)
            except BaseException as error:
                broke.append(f"{called}: {type(error).__name__}: {error}"[:300])
    assert not broke, "\n".join(broke)
