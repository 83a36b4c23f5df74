"""What is wrong with a run is told, with the exit code of wrong input, and nothing is drawn."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from plotting import tables
from plotting.__main__ import main
from plotting.errors import BadRun


def edit(name: str, old: str, new: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        file = folder / name
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new), encoding="utf-8")

    return change


def remove(name: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).unlink()


def empty(name: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).write_text("")


def only_header(name: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        header = (folder / name).read_text(encoding="utf-8").split("\n")[0]
        (folder / name).write_text(header + "\n", encoding="utf-8")

    return change


def cut(name: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        text = (folder / name).read_text(encoding="utf-8")
        (folder / name).write_text(text[: text.rindex(",")] + ",1,2,3,4", encoding="utf-8")

    return change


BROKEN = {
    "no trials": (remove("trials.csv"), "it has no trials.csv"),
    "no environment": (remove("environment.json"), "environment.json cannot be read"),
    "no summary": (remove("summary.csv"), "summary.csv is not there"),
    "empty file": (empty("trials.csv"), "trials.csv is empty"),
    "empty run": (only_header("trials.csv"), "has no trials yet"),
    "missing column": (edit("trials.csv", "outcome", "end"), "has no column 'outcome'"),
    "missing column of events": (edit("events.csv", "shown_ms", "x"), "no column 'shown_ms'"),
    "other schema": (edit("trials.csv", "\n1,real", "\n2,real"), "has schema 2"),
    "other schema of the environment": (
        edit("environment.json", '"schema" : 1', '"schema" : 9'),
        "has schema 9",
    ),
    "no number": (edit("events.csv", ",update,0,", ",update,zero,"), "is 'zero', no number"),
    "negative": (edit("summary.csv", ",lower,6,", ",lower,-1,"), "trials is -1. Give a number from 0"),
    "beyond measure": (edit("summary.csv", ",lower,6,", ",lower,1e308,"), "trials is 1e308. Give"),
    "too near to 0": (edit("summary.csv", ",lower,6,", ",lower,5e-324,"), "trials is 5e-324. Give 0, or"),
    "a key of another kind": (edit("environment.json", '"seed" : 1,\n  "self', '"seed" : "x",\n  "self'), "'seed' is"),
    "a name with a line separator": (
        edit("summary.csv", ",throttle,", ",thro\u2028ttle,"),
        "no name",
    ),
    "a column with a line break": (edit("latency.csv", "latency_ms,", '"a\nb",latency_ms,'), "'a\\nb', which is no name"),
    "a name with a null character": (edit("latency.csv", ",naive,", ",nai\0ve,"), "no name"),
    "not finite": (edit("summary.csv", ",lower,6,", ",lower,inf,"), "is 'inf', no number"),
    "too many fields": (cut("summary.csv"), "cannot be read as a CSV"),
    "tables of two runs": (edit("events.csv", "throttle", "other"), "of different runs"),
    "no JSON": (edit("environment.json", "{", "["), "cannot be read"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_run_is_refused_and_nothing_is_left(
    name: str, run_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change, message = BROKEN[name]
    change(run_folder)
    before = sorted(run_folder.rglob("*"))
    assert main([str(run_folder)]) == 64
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("Error: ") and message in told.err, told.err
    assert sorted(run_folder.rglob("*")) == before


FRONTIER = "schema,workload,delivery,latency_price,deliveries,latency_mean_ms,main_busy_share\n"


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("2,uart,reload,1,1,1,1", " has schema 2"),
        ("1,uart,reload,1,x,1,1", ": deliveries is 'x', no number"),
        ("1,ua\trt,reload,1,1,1,1", ": workload is 'ua\\trt', no name"),
    ],
)
@pytest.mark.parametrize(
    ("before", "line"),
    [
        (FRONTIER, 2),
        (FRONTIER + '1,uart,"re\n\n""load""",1,1,1,1\n', 5),
        (FRONTIER.replace("\n", "\r\n") + '1,uart,"re\r\nload",1,1,1,1\r\n', 4),
        ("\n\r\n" + FRONTIER + "1,uart,reload,1,1,1,1\n", 5),
    ],
)
def test_line_is_where_the_row_begins_in_the_file(
    before: str, line: int, row: str, told: str, tmp_path: Path
) -> None:
    (tmp_path / "frontier.csv").write_text(f"{before}{row}\n", encoding="utf-8", newline="")
    with pytest.raises(BadRun) as refusal:
        tables.read(tmp_path, tables.FRONTIER)
    assert f"frontier.csv, line {line}{told}" in str(refusal.value)


def test_blank_line_is_a_row_without_a_schema(tmp_path: Path) -> None:
    (tmp_path / "frontier.csv").write_text(FRONTIER + '\n2,uart,x,1,1,1,1\n', encoding="utf-8")
    with pytest.raises(BadRun, match="line 2 has schema nothing"):
        tables.read(tmp_path, tables.FRONTIER)


def test_folder_that_is_not_there_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path / "nothing")]) == 64
    assert "There is no folder" in capsys.readouterr().err


def test_unknown_option_has_the_exit_code_of_the_bench() -> None:
    with pytest.raises(SystemExit) as ending:
        main(["--colour", "red"])
    assert ending.value.code == 64


def test_virtual_run_must_be_one(run_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(run_folder), "--virtual", str(run_folder)]) == 64
    assert "is not a run in virtual time" in capsys.readouterr().err


def test_what_cannot_be_written_is_exit_code_two_and_leaves_the_old_page(
    run_folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (run_folder / "report.html").write_text("old")

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("plotting.page.write", refuse)
    assert main([str(run_folder)]) == 2
    assert "No space left" in capsys.readouterr().err
    assert (run_folder / "report.html").read_text() == "old"
    assert not (run_folder / "plots").exists()
    assert json.loads((run_folder / "environment.json").read_text())["schema"] == 1


def test_required_picture_that_cannot_be_drawn_ends_with_1(
    run_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(run_folder), "--require", "gate"]) == 1
    assert "Not drawn: gate." in capsys.readouterr().err
    assert main([str(run_folder), "--require", "trade-off"]) == 0
