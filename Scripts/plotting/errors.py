"""The errors, with their exit codes, which are those of the bench."""


class PlotError(Exception):
    """A failure that one or two sentences explain: what happened, then what to do."""

    exit_code = 2


class BadInput(PlotError):
    """The folder or an option is wrong: no run, an empty one, one of another schema."""

    exit_code = 64


class MissingPicture(PlotError):
    """A picture that was required could not be drawn from this run."""

    exit_code = 1
