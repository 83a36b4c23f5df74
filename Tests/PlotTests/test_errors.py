"""A broken run is an error with the exit code for bad input, and nothing is drawn."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from plotting import reference
from plotting.__main__ import main

Change = Callable[[Path], object]
ALL = "complete-all:duration=100ms"


def edit(name: str, old: str, new: str) -> Change:
    def change(folder: Path) -> None:
        text = (folder / name).read_text(encoding="utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")

    return change


def rewrite(name: str, change: Callable[[str], str]) -> Change:
    return lambda folder: (folder / name).write_text(change((folder / name).read_text(encoding="utf-8")))


def remove(name: str) -> Change:
    return lambda folder: (folder / name).unlink()


BROKEN = {
    "no trials": (remove("trials.csv"), "it has no trials.csv"),
    "no environment": (remove("environment.json"), "environment.json cannot be read"),
    "no summary": (remove("summary.csv"), "summary.csv is missing"),
    "empty file": (rewrite("trials.csv", lambda _: ""), "trials.csv is empty"),
    "empty run": (rewrite("trials.csv", lambda text: text.partition("\n")[0] + "\n"), "has no trials yet"),
    "missing column": (edit("trials.csv", "outcome", "end"), "trials.csv has no column 'outcome'"),
    "missing column of events": (edit("events.csv", "shown_ms", "x"), "events.csv has no column 'shown_ms'"),
    "other schema": (edit("trials.csv", "\n1,real", "\n2,real"), "trials.csv, line 2 has schema 2"),
    "no schema": (edit("trials.csv", "\n1,real", "\n\n1,real"), "trials.csv, line 2 has schema nothing"),
    "other schema of the environment": (edit("environment.json", '"schema" : 1', '"schema" : 9'), "has schema 9"),
    "no number": (edit("latency.csv", ",600,", ",many,"), "latency.csv, line 2: updates is 'many', not a number"),
    "negative": (edit("summary.csv", ",lower,6,", ",lower,-1,"), "summary.csv, line 3: trials is '-1', not a number from 0"),
    "not finite": (edit("summary.csv", ",lower,6,", ",lower,inf,"), "summary.csv, line 3: trials is 'inf', not a number"),
    "beyond measure": (edit("summary.csv", ",lower,6,", ",lower,1e308,"), "trials is '1e308', not a number from 0 to 1e+15"),
    "behind a field of several lines": (
        edit("findings.csv", '1,,reloads,"It', '1,,,"a\nb"\n2,,,"It'), "findings.csv, line 5 has schema 2"
    ),
    "too many fields": (edit("summary.csv", ",lower,6,", ",lower,6,7,8,9,"), "summary.csv cannot be read as a CSV"),
    "no text": (lambda folder: (folder / "latency.csv").write_bytes(b"schema\xff\n\xff\n"), "latency.csv"),
    "tables of two runs": (rewrite("events.csv", lambda text: text.replace("throttle", "other")), "different runs"),
    "no JSON": (edit("environment.json", "{", "["), "environment.json cannot be read"),
    "warnings that are none": (edit("environment.json", '"warnings" : [', '"warnings" : 1, "w" : ['), "'warnings' is not a list"),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_broken_run_is_refused_and_leaves_no_files(
    name: str, run_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change, message = BROKEN[name]
    change(run_folder)
    before = sorted(run_folder.rglob("*"))
    assert main([str(run_folder)]) == 64
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("Error: ") and message in told.err and told.err.count("\n") == 1, told.err
    assert sorted(run_folder.rglob("*")) == before


def test_missing_folder_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "nothing")]) == 64
    assert "There is no folder" in capsys.readouterr().err


def test_unknown_option_exits_with_code_64() -> None:
    with pytest.raises(SystemExit) as ending:
        main(["--colour", "red"])
    assert ending.value.code == 64


def test_unwritable_output_exits_with_code_two_and_keeps_the_old_page(
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


# Comparisons with an older run.


@pytest.fixture
def compared(tmp_path: Path) -> Path:
    """The output of bench compare for the run and two others."""
    folder = tmp_path / "old-new"
    folder.mkdir()
    columns = "schema,time,old,new,strategy,workload,metric,unit,better,workloads,new_trials,old_median,new_median,"
    lines = [columns + "ratio,ratio_low,ratio_high,p,verdict"]
    for name in ("tuesday", "real"):
        cell = f"1,real,monday,{name},naive,{ALL},latency_p50_ms,ms,lower"
        lines += [f"{row},1,6,123.4,50,0.5,0.4,0.6,0.001,better" for row in (cell, cell.replace(ALL, ""))]
    (folder / "comparison.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def test_figures_of_the_older_run_are_shown_with_the_verdict(run_folder: Path, compared: Path) -> None:
    assert main([str(run_folder), "--reference", str(compared), "--require", "comparison"]) == 0
    page = (run_folder / "report.html").read_text(encoding="utf-8")
    assert page.count("<small>123, better</small>") == 1
    assert "tuesday" not in page


def test_bench_is_called_to_compare_two_runs(
    run_folder: Path,
    compared: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    bench, older = tmp_path / "bench", tmp_path / "older"
    os.rename(run_folder, older)
    run_folder.mkdir()
    for file in older.iterdir():
        (run_folder / file.name).write_bytes(file.read_bytes())
    bench.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/asked\nfor last; do :; done\ncp -r {compared} "$last"\n')
    bench.chmod(0o755)
    monkeypatch.setattr(reference.refer, "__defaults__", (bench,))
    words = [str(run_folder), "--reference", str(older)]
    assert main(words) == 0
    assert (tmp_path / "asked").read_text().startswith(f"compare {older} {run_folder} ")
    for script, code, told in (
        ("echo 'Error: they differ in seed.' >&2; exit 64", 64, "they differ in seed"),
        ("exit 2", 2, "exit code 2"),
    ):
        bench.write_text(f"#!/bin/sh\n{script}\n")
        assert main(words) == code
        assert told in capsys.readouterr().err
    bench.unlink()
    assert main(words) == 2
    assert "needs the bench, which Scripts/bench builds" in capsys.readouterr().err


def test_comparison_of_other_runs_or_strategies_is_refused(
    run_folder: Path, compared: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [str(run_folder), "--reference", str(compared)]
    file = compared / "comparison.csv"
    text = file.read_text()
    for old, new, told in ((",real,naive", ",friday,naive", "compares tuesday, friday, not real"),
                           (",naive,", ",nobody,", "names nobody, which real does not")):  # fmt: skip
        file.write_text(text.replace(old, new))
        assert main(words) == 64
        assert told in capsys.readouterr().err
    assert not (run_folder / "report.html").exists()
    assert json.loads((run_folder / "environment.json").read_text())["schema"] == 1
