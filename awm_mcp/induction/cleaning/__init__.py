"""From a run to the steps that did the work; what cannot teach is left out."""
