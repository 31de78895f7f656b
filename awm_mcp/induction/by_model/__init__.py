"""What a language model adds, where there is one: sub-tasks, names, wording, and a judge of runs."""
