"""What must be right before a workflow is published."""
