"""Which step of one run is the same move as which step of another."""
