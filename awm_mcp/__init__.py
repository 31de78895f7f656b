"""Agent Workflow Memory: solved browser tasks become verified, callable, counted workflow tools."""

from time import monotonic

__version__ = "0.1.0"
LOADED_AT = monotonic()
"""About when the process started: a client on its pipe waits since then."""
