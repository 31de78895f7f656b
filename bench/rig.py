"""``python -m bench.rig [APP …] [--only TEMPLATE …] [--writes no|verify]``: the proof on the rig's applications as a table.

One line per held-out case: ok, stop (where and why), wrong (said ok, a check failed) or not_found. Ends with the counts.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import tempfile
from collections import Counter
from pathlib import Path

import anyio

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "rig"))

import rig_cases  # noqa: E402
import shared_rig  # noqa: E402


def main() -> None:
    """Reads the options, runs and prints."""
    options = argparse.ArgumentParser(prog="python -m bench.rig", description=__doc__)
    options.add_argument("apps", nargs="*", default=["shop", "tracker"], help="shop, tracker, miniwob")
    options.add_argument("--only", nargs="*", default=[], metavar="TEMPLATE", help="learn and replay only these")
    options.add_argument("--writes", choices=["no", "verify"], default="no", help="AWM_ALLOW_WRITES of the server")
    options.add_argument("--home", type=Path, help="AWM_HOME to keep; default: a temporary one")
    options.add_argument("--json", type=Path, help="write all outcomes to this file")
    given = options.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what was started is ended
    with tempfile.TemporaryDirectory(prefix="awm-rig-") as scratch:
        found = {app: _prove(app, (given.home or Path(scratch)) / app, given) for app in given.apps}
    for app, results in found.items():
        print(f"{app}: {dict(Counter(r.verdict for r in results.values()))} of {len(results)}")
    if given.json:
        told = [vars(result) for results in found.values() for result in results.values()]
        given.json.write_text(json.dumps(told, indent=1, ensure_ascii=False, default=str))
    sys.exit(any(r.verdict == "wrong" for results in found.values() for r in results.values()))


def _prove(app: str, home: Path, given: argparse.Namespace) -> dict[str, rig_cases.Result]:
    if reason := shared_rig.why_absent(app):
        sys.exit(reason)

    async def run() -> dict[str, rig_cases.Result]:
        return await rig_cases.prove(app, home, writes=given.writes, templates=given.only, say=_say)

    return anyio.run(run)


def _say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    main()
