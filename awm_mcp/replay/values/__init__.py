"""What is given to a page: arguments bound, spelled as a site wants them, and kept secret where they are secrets."""
