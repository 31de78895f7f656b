"""The texts of tasks, labels and pages: words, verbs, dates and values in them, and what several have in common."""
