"""Whether what was done is done: what speaks for and against it, and the account of a stop."""
