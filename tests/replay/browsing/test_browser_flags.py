"""The switches of our own browser do not undo those of the driver that starts it."""

from __future__ import annotations

import re
from pathlib import Path

import playwright

from awm_mcp.replay.browsing.browser_flags import BROWSER_FLAGS, DISABLED_FEATURES

BUNDLE = Path(playwright.__file__).parent / "driver" / "package" / "lib" / "coreBundle.js"


def test_everything_that_the_driver_switches_off_stays_off():
    listed = re.search(r"\bdisabledFeatures = \[(.*?)\]\.filter", BUNDLE.read_text(encoding="utf-8"), re.DOTALL)
    assert listed, "the driver keeps its list elsewhere now: find it, and compare again"
    off = re.findall(r'^\s*"(\w+)"', listed.group(1), re.MULTILINE)
    assert len(off) > 5
    assert set(off) <= set(DISABLED_FEATURES)


def test_features_are_named_in_one_switch_because_the_browser_takes_the_last_one():
    assert len([flag for flag in BROWSER_FLAGS if flag.startswith("--disable-features=")]) == 1
