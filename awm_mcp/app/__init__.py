"""The use cases: report, learn, verify, publish, find, run, measure. Introduces the middle rooms to each other."""

from awm_mcp.app.application import App

__all__ = ["App"]
