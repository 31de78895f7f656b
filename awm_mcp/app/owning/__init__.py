"""Whose is what: the callers the server knows, and one browser side for each of them."""
