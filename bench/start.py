"""``python -m bench.start [--rounds N]``: from process start to the answer of ``tools/list``, against importing the SDK.

Each round measures, one after the other: ``python -c pass``, ``python -c "import mcp"`` and ``python server.py`` in both
protocol eras on an empty home, from the start of the process to the last byte of the answer. Medians over the rounds, in
milliseconds, and the ratio of each to the import alone.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "rig"))

import mcp_process  # noqa: E402
import raw_stdio  # noqa: E402

IMPORT = 'python -c "import mcp"'


def main() -> None:
    """Measures and prints."""
    options = argparse.ArgumentParser(prog="python -m bench.start", description=__doc__)
    options.add_argument("--rounds", type=int, default=7)
    print_start(options.parse_args().rounds)


def print_start(rounds: int) -> None:
    """Measures so many rounds and prints their medians."""
    with tempfile.TemporaryDirectory(prefix="awm-start-") as scratch:
        taken = measure(rounds, Path(scratch))
    print(f"{rounds} rounds, interleaved; medians, ratio to {IMPORT}")
    base = statistics.median(taken[IMPORT])
    for name, seconds in taken.items():
        middle = statistics.median(seconds)
        print(
            f"{name:44} {middle * 1000:7.0f} ms  (from {min(seconds) * 1000:.0f} to {max(seconds) * 1000:.0f})"
            f"  x {middle / base:.2f}"
        )


def measure(rounds: int, scratch: Path) -> dict[str, list[float]]:
    """Seconds of every round by what was started; a first round warms the disk cache and is thrown away."""
    env = mcp_process.environment(scratch / "home")
    taken: dict[str, list[float]] = {}
    for number in range(rounds + 1):
        for name, seconds in _round(env, scratch).items():
            if number:
                taken.setdefault(name, []).append(seconds)
    return taken


def _round(env: dict[str, str], scratch: Path) -> dict[str, float]:
    server = [sys.executable, str(ROOT / "server.py")]
    return {
        "python -c pass": _whole([sys.executable, "-c", "pass"], env),
        IMPORT: _whole([sys.executable, "-c", "import mcp"], env),
        "server.py to tools/list, 2026-07-28": asyncio.run(_to_list(server, env, raw_stdio.MODERN, scratch)),
        "server.py to tools/list, handshake": asyncio.run(_to_list(server, env, raw_stdio.HANDSHAKE, scratch)),
    }


def _whole(command: Sequence[str], env: dict[str, str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, env=env, check=True, timeout=60)
    return time.perf_counter() - began


async def _to_list(command: Sequence[str], env: dict[str, str], era: raw_stdio.Era, cwd: Path) -> float:
    began = time.perf_counter()
    async with raw_stdio.wired(command, env, era, cwd=cwd) as wire:
        await wire.hello()
        await wire.result("tools/list")
        return time.perf_counter() - began


if __name__ == "__main__":
    main()
