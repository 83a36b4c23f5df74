"""Scripts/plot [RUN]: pictures and a page of one run."""

import argparse
import os
import sys
import tempfile
from pathlib import Path

from . import gallery, page, render
from .errors import MissingPicture, PlotError
from .reference import refer
from .run import Run


class Arguments(argparse.ArgumentParser):
    """Ends with the exit code that the bench has for wrong arguments."""

    def error(self, message: str) -> None:  # type: ignore[override]
        self.print_usage(sys.stderr)
        self.exit(64, f"plot: {message}\n")


def arguments(words: list[str]) -> argparse.Namespace:
    what = "Turns the CSVs of a run into pictures (plots/) and a report (report.html), both in the run's folder."
    parser = Arguments(prog="Scripts/plot", description=what)
    latest = "the folder of the run (default: Results/latest)"
    parser.add_argument("run", nargs="?", type=Path, default=Path("Results/latest"), help=latest)
    parser.add_argument(
        "--reference",
        type=Path,
        metavar="FOLDER",
        help="""an older run to show beside this one, or
        the folder that bench compare --output wrote of the two""",
    )
    parser.add_argument(
        "--require",
        metavar="LIST",
        help="""end with exit code 1 unless these pictures were drawn:
        names or globs, separated by commas; '!' excludes: '*,!sweep'""",
    )
    return parser.parse_args(words)


def plot(folder: Path, required: str | None = None, reference: Path | None = None) -> Path:
    """Writes to a temporary folder and moves everything into place at the end, so that no partial result is left."""
    run = Run.read(folder)
    if reference is not None:
        refer(run, reference)
    figures = gallery.figures(run)
    missing = gallery.missing(figures, required) if required is not None else []
    try:
        with tempfile.TemporaryDirectory(prefix=".plots-", dir=folder) as name:
            aside = Path(name)
            pictures = aside / "plots"
            pictures.mkdir()
            render.write(figures, pictures)
            page.write(run, figures, aside / "report.html")
            old = folder / "plots"
            if old.exists():
                os.rename(old, aside / "old")
            os.rename(pictures, old)
            os.replace(aside / "report.html", folder / "report.html")
    except OSError as error:
        raise PlotError(f"Cannot write to {folder}: {error.strerror or error}.") from error
    if missing:
        raise MissingPicture(" ".join(f"Not drawn: {figure.name}. {figure.missing}" for figure in missing))
    return folder / "report.html"


def main(words: list[str]) -> int:
    chosen = arguments(words)
    try:
        report = plot(chosen.run, chosen.require, chosen.reference)
    except PlotError as error:
        print(f"Error: {error}", file=sys.stderr)
        return error.exit_code
    count = len(list((report.parent / "plots").glob("*.png")))
    size = report.stat().st_size / 1e6
    pictures = f"{count} {'picture' if count == 1 else 'pictures'} in {report.parent / 'plots'}"
    print(f"{report} ({size:.1f} MB) and {pictures}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
