"""Sub-tasks that tasks share, and workflows that are built on others."""
