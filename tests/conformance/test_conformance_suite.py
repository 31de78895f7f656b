"""The official conformance suite: all of it on our server class with its fixtures, the generic part on the product."""

from __future__ import annotations

import subprocess
from collections.abc import Generator
from pathlib import Path

import pytest
from node_tools import NodeTools, tools
from served import FIXTURES, REAL, environment, serving

pytestmark = [pytest.mark.conformance, pytest.mark.slow, pytest.mark.timeout(400)]

GENERIC = {
    "2026-07-28": (
        "completion-complete", "tools-list", "server-sse-multiple-streams", "resources-list", "sep-2164-resource-not-found",
        "prompts-list", "dns-rebinding-protection", "caching", "http-header-validation",
        "input-required-result-missing-input-response", "input-required-result-unsupported-methods",
        "input-required-result-ignore-extra-params", "input-required-result-validate-input",
    ),
    "2025-11-25": (
        "server-initialize", "ping", "completion-complete", "tools-list", "server-sse-multiple-streams", "resources-list",
        "prompts-list", "dns-rebinding-protection", "server-session-lifecycle", "server-sse-polling",
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def node() -> NodeTools:
    return tools()


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory, node: NodeTools) -> Generator[str]:
    with serving(REAL, environment(tmp_path_factory.mktemp("home"))) as url:
        yield url


def judged(node: NodeTools, url: str, *asked: str, into: Path) -> None:
    """Runs the suite; it must end with 0."""
    command = [str(node.node), str(node.conformance), "server", "--url", url, *asked, "-o", str(into)]
    done = subprocess.run(command, env=node.env, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, (done.stdout + done.stderr)[-4000:]


@pytest.mark.parametrize("version", ["2026-07-28", "2025-11-25"])
def test_every_requirement_of_the_suite_holds_for_our_server_class(version: str, node: NodeTools, tmp_path: Path) -> None:
    with serving(FIXTURES, environment(tmp_path / "home")) as url:
        judged(node, url, "--requirements", version, into=tmp_path / "out")


@pytest.mark.parametrize(("version", "scenario"), [(version, one) for version, all_ in GENERIC.items() for one in all_])
def test_the_product_itself_passes_the_generic_scenarios(
    version: str, scenario: str, node: NodeTools, real: str, tmp_path: Path
) -> None:
    judged(node, real, "--scenario", scenario, "--spec-version", version, into=tmp_path / "out")
