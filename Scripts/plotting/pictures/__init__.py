"""One file per picture. Each makes figures of a run, and says what it cannot draw, and why."""
