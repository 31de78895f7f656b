"""The scripts that look at a page are put together from parts: no two of them may call different things by one name."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from awm_mcp.replay.browsing import page_script

FOLDER = Path(page_script.__file__).with_name("page")
PARTS = {"captions", "covers", "elements", "match", "nearest", "vocabulary"}


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.js") if path.stem not in PARTS))
def test_nothing_is_declared_twice_in_a_script_with_its_parts(name: str) -> None:
    source = page_script.page_script(name)
    declared = re.findall(r"^(?:const|let|function) (\w+)", source, re.MULTILINE)
    assert [word for word, count in Counter(declared).items() if count > 1] == []
