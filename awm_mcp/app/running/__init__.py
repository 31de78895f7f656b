"""A call: arguments checked, risk gated, replayed at most once, counted, answered in time."""
