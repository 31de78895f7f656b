"""Induction: from the solved runs of a site to a small library of named, parameterized workflows."""

from awm_mcp.induction.library import Inducer, induce
from awm_mcp.induction.lint import Finding, lint

__all__ = ["Finding", "Inducer", "induce", "lint"]
