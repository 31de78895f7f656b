"""An address with a value in it is known in the spelling of the site."""

from __future__ import annotations

import pytest

from awm_mcp.model import value
from awm_mcp.model.value import Param, Text
from awm_mcp.replay.targets.expectations import address_fits
from awm_mcp.replay.values.binding import Arguments
from awm_mcp.replay.values.slugs import as_slugs

URL = value([Text(text="/p/"), Param(param="x")])


@pytest.mark.parametrize(
    ("given", "path", "fits"),
    [
        ("Pan XL", "/p/Pan-XL", True),
        ("Pan XL", "/p/pan_xl", True),
        ("Pan XL", "/p/PanXL", True),
        ("Größe XL", "/p/groesse-xl", True),
        ("Café crème", "/p/cafe-creme", True),
        ("Levi's 501", "/p/levis-501", True),
        ("Чай A", "/p/a", False),
        ("C++", "/p/c", False),
        ("1.5 l", "/p/15l", False),
        ("-5", "/p/5", False),
        ("Pan XL", "/p/Pan", False),
        ("Pan XL", "/p/Pan-XXL", False),
    ],
)
def test_a_slug_of_the_value_fits_and_another_value_does_not(given: str, path: str, fits: bool):
    arguments = Arguments({"x": given}, {}, None, "h")
    assert any(address_fits(arguments.bind(one), f"http://h{path}") for one in as_slugs(URL, arguments)) is fits
