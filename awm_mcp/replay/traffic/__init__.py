"""What pages send and are answered, and what the answers say. Knows no steps."""
