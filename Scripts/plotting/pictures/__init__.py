"""One file a picture: each makes figures of a run and says what it cannot draw, and why."""
