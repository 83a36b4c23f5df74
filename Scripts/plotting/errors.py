"""What can go wrong, and with which exit code it ends; the codes are those of the bench."""


class PlotError(Exception):
    """A failure that is told in one or two sentences: what happened, then what to do."""

    exit_code = 2


class BadRun(PlotError):
    """What the caller gave is wrong: no run, an empty one, or one of another schema."""

    exit_code = 64


class BadArgument(PlotError):
    """An option has a value that means nothing."""

    exit_code = 64


class MissingPicture(PlotError):
    """A picture that was required could not be drawn of this run."""

    exit_code = 1
