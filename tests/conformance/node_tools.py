"""Node and the official tools, installed once from npm into a folder of their own (``AWM_TEST_NODE_HOME``)."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

PACKAGES = {
    "node": "22.23.3",
    "@modelcontextprotocol/conformance": "0.2.0-alpha.12",
    "@modelcontextprotocol/inspector": "2.12.0",
    "@modelcontextprotocol/sdk": "1.32.2",
    "@modelcontextprotocol/client": "2.4.0",
    "@anthropic-ai/mcpb": "2.1.2",
}
INSTALL_WITHIN_S = 600
_DEFAULT = Path.home() / ".cache" / "awm-tests" / "node"


class NodeTools:
    """The programs in an installed folder."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.node = home / "node_modules" / ".bin" / "node"
        self.conformance = home / "node_modules" / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"

    def bin(self, name: str) -> Path:
        return self.home / "node_modules" / ".bin" / name

    @property
    def env(self) -> dict[str, str]:
        """The environment with this Node first on the path."""
        return {**os.environ, "PATH": f"{self.node.parent}{os.pathsep}{os.environ.get('PATH', '')}", "NO_COLOR": "1"}


@cache
def installed() -> NodeTools | str:
    """The tools; or why they are not there."""
    home = Path(os.environ.get("AWM_TEST_NODE_HOME", _DEFAULT))
    if _complete(home):
        return NodeTools(home)
    npm = shutil.which("npm")
    if npm is None:
        return "npm is not installed, so the official Node tools cannot be had"
    home.mkdir(parents=True, exist_ok=True)
    (home / "package.json").write_text(json.dumps({"private": True, "name": "awm-tests"}), encoding="utf-8")
    wanted = [f"{name}@{version}" for name, version in PACKAGES.items()]
    command = [npm, "install", "--no-audit", "--no-fund", "--loglevel=error", *wanted]
    try:
        done = subprocess.run(
            command,
            cwd=home,
            capture_output=True,
            text=True,
            timeout=INSTALL_WITHIN_S,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired:
        return f"npm install took longer than {INSTALL_WITHIN_S} s"
    return NodeTools(home) if _complete(home) else f"npm install failed: {done.stderr.strip()[-500:]}"


def tools() -> NodeTools:
    """The tools; the test is skipped with the reason where they cannot be had."""
    found = installed()
    if isinstance(found, str):
        pytest.skip(found)
    return found


def _complete(home: Path) -> bool:
    return all(_version(home, name) == version for name, version in PACKAGES.items())


def _version(home: Path, name: str) -> str | None:
    try:
        return str(json.loads((home / "node_modules" / name / "package.json").read_text(encoding="utf-8"))["version"])
    except (OSError, ValueError, KeyError):
        return None
