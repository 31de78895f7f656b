"""What calls in use tell of a workflow: its health, its excuses, what it sends, and when it is looked at again."""
