"""What is there in the place of a missing element is taken as an argument, and the stop says of which name."""

from __future__ import annotations

from core_stage import param, step, t

from awm_mcp.model import Stopped
from awm_mcp.replay.judging.stops import how_to_take_an_option


def test_a_stop_with_options_says_by_which_argument_one_is_taken() -> None:
    steps = (step("click", t(role="link", name=param("thing"))), step("click", t(role="button", name="Add")))
    offering = Stopped(step=1, options=("Brass Globe",))
    assert "as the argument thing" in how_to_take_an_option(steps, offering, "target_not_found")
    assert how_to_take_an_option(steps, offering, "needs_input") == ""
    assert how_to_take_an_option(steps, Stopped(step=1), "target_not_found") == ""
    assert how_to_take_an_option(steps, Stopped(step=2, options=("Brass Globe",)), "target_not_found") == ""
    assert how_to_take_an_option(steps, Stopped(step=3, options=("Brass Globe",)), "target_not_found") == ""
