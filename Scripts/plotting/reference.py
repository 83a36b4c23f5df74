"""Compares an older run with this one, by `bench compare`."""

import subprocess
import tempfile
from pathlib import Path

import polars as pl

from . import tables
from .errors import BadInput, PlotError
from .run import Run

BENCH = Path(__file__).parents[2] / ".build/release/bench"


def refer(run: Run, folder: Path, bench: Path = BENCH) -> None:
    """Gives ``run`` its comparison with the older run in ``folder``, or the one that the folder holds."""
    if run.trials.is_empty():
        raise BadInput(f"{run.folder} has no trials to compare with {folder}.")
    if (folder / tables.TRIALS.file).exists():
        rows = _compared(folder, run.folder, bench)
    else:
        rows = tables.read(folder, tables.COMPARISON)
    names, own = rows["new"].unique(maintain_order=True).to_list(), run.folder.resolve().name
    if len(names) > 1:
        if own not in names:
            raise BadInput(f"{folder} compares {', '.join(names)}, not {own}. Compare that one, too.")
        rows = rows.filter(pl.col("new") == own)
    strangers = {*rows["strategy"]} - {*run.strategies, ""} or {*rows["workload"]} - {*run.workloads, ""}
    if strangers:
        raise BadInput(f"{folder} names {sorted(strangers)[0]}, which {own} does not: it compares others.")
    run.comparison = rows


def _compared(old: Path, new: Path, bench: Path) -> pl.DataFrame:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "comparison"
        command = [str(bench), "compare", str(old), str(new), "--output", str(folder)]
        try:
            ended = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError:
            raise PlotError(
                f"A comparison with {old} needs the bench, which Scripts/bench builds. Or give the folder "
                "of a comparison: bench compare --output writes one."
            ) from None
        if ended.returncode == 64:
            raise BadInput(f"{old} cannot be compared. {ended.stderr.strip()}")
        if ended.returncode != 0:
            raise PlotError(f"bench compare ended with exit code {ended.returncode}. {ended.stderr.strip()}")
        return tables.read(folder, tables.COMPARISON)
