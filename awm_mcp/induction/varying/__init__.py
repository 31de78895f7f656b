"""What varies between the runs of a task, and so is a value that a caller gives."""
