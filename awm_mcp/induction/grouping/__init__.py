"""Which runs are the same task."""
