"""Induction: from the solved runs of a site to a small library of named, parameterized workflows."""

from awm_mcp.induction.checking.lint import Finding, lint
from awm_mcp.induction.library import Inducer, induce

__all__ = ["Finding", "Inducer", "induce", "lint"]
