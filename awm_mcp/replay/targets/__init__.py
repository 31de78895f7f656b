"""Finding the one element that is meant, helping it into view, and saying what was there instead."""
