"""Whether a workflow holds in a real browser, with the values of its source runs."""
