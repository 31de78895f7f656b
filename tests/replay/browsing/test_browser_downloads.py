"""Downloads get plain names that lead nowhere else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awm_mcp.replay.browsing.downloads import safe_name


@pytest.mark.parametrize(
    ("suggested", "name"),
    [
        ("résumé.pdf", "résumé.pdf"),
        ("../../etc/passwd", "passwd"),
        ("C:\\Windows\\evil.exe", "evil.exe"),
        ("", "download"),
        ("..", "download"),
        ("CON.txt", "download_CON.txt"),
        ("a\x00b\u202egpj.exe", "abgpj.exe"),
    ],
)
def test_a_suggested_name_becomes_a_plain_one(suggested: str, name: str) -> None:
    assert safe_name(suggested) == name


@given(st.text(max_size=400))
def test_no_name_leads_out_of_its_folder(suggested: str) -> None:
    name = safe_name(suggested)
    assert name and name not in (".", "..") and not set(name) & set("/\\:\x00") and len(name) <= 120
