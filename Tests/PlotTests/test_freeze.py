"""The picture of the README: a list that freezes, from the events of a run on real lists."""

from pathlib import Path

import polars as pl
import pytest
from plotting.errors import BadRun
from plotting.pictures.freeze import LANES, freeze, stretches
from plotting.real_view import REFERENCE


def events(rows: list[tuple[str, float, float]]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=["event", "start_ms", "end_ms"], orient="row")


def test_deliveries_and_frames_without_a_pause_are_one_stretch() -> None:
    found = stretches(events([("delivery", 0, 5), ("frame", 5.5, 9), ("update", 9, 30), ("delivery", 12, 13)]))
    assert found.rows() == [(0, 9, 9), (12, 13, 1)]


def test_one_inside_another_makes_it_no_shorter() -> None:
    assert stretches(events([("frame", 0, 20), ("delivery", 3, 5), ("delivery", 20, 21)])).rows() == [(0, 21, 21)]


def test_picture_is_that_of_the_committed_run() -> None:
    figure = freeze(REFERENCE / "freeze")
    for theme in ("", "-dark"):
        drawn = (REFERENCE / f"plots/freeze{theme}.svg").read_text(encoding="utf-8")
        for fact in figure.alt_text.split("; "):
            what, _, said = fact.partition(": ")
            assert what.replace(", ", ": ", 1) in drawn and said in drawn


def test_run_without_a_lane_is_refused(tmp_path: Path) -> None:
    text = (REFERENCE / "freeze/events.csv").read_text(encoding="utf-8")
    kept = "".join(line for line in text.splitlines(keepends=True) if f",{list(LANES)[1]}," not in line)
    (tmp_path / "events.csv").write_text(kept, encoding="utf-8")
    with pytest.raises(BadRun, match="shows no update with frame"):
        freeze(tmp_path)
