"""Agent Workflow Memory: solved browser tasks become verified, callable, counted workflow tools."""

__version__ = "0.1.0"
