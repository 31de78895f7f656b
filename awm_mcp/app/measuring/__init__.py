"""What is counted: events of listings, finds and calls, and what a workflow is counted under."""
