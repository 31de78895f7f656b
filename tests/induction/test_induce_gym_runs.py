"""BrowserGym runs of one template with different values: what carries a value of it is a parameter, nothing else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import count
from typing import Any

import pytest

from awm_mcp.formats import browsergym
from awm_mcp.induction import induce
from awm_mcp.model import Run, Workflow

Element = tuple[str, str, str]


def gym_run(template: str, number: int, values: dict[str, Any], *pages: tuple[Sequence[Element], str]) -> Run:
    """A run whose element ids are its own. A page: (key, role, name) of its elements, the action with ``<key>`` for ids."""
    ids = count(100 * number + 7, 3)
    steps: list[dict[str, Any]] = []
    for elements, action in pages:
        bids = {key: str(next(ids)) for key, _, _ in elements}
        lines = [f"\t[{bids[key]}] {role} {name!r}" for key, role, name in elements]
        said = re.sub(r"<(\w+)>", lambda match: bids[match[1]], action)  # noqa: B023
        tree = "\n".join(["RootWebArea 'One Stop', focused", *lines])
        steps.append({"url": "http://m.test/", "axtree_txt": tree, "action": said, "last_action_error": ""})
    task = re.sub(r"\{(\w+)\}", lambda match: str(values[match[1]]), template)
    return browsergym.read({"intent": task, "intent_template_id": 3, "cum_reward": 1.0, "steps": steps})


HEAD: list[Element] = [("q", "combobox", "\ue615 Search"), ("go", "button", "Search"), ("me", "link", "My Account")]


def rated(number: int, product: str, stars: int, nick: str) -> Run:
    form = [
        ("s", "radio", f"{stars} stars"),
        ("n", "textbox", "Nickname *"),
        ("t", "textbox", "Review *"),
        ("ok", "button", "Submit"),
    ]
    values = {"product": product, "stars": stars, "nick": nick}
    return gym_run(
        "Rate my recent purchase of {product} with {stars} stars, using my nickname {nick}?", number, values,
        (HEAD, "click('<me>')"),
        ([*HEAD, ("p", "link", f"{product} for Kitchen, 12 Pack")], "click('<p>')"),
        (form, f"click('<s>')\nfill('<n>', {nick!r})"),
        (form, "fill(value='Great', bid='<t>')"),
        (form, "click('<ok>')"),
    )  # fmt: skip


def stored(number: int, cards: int) -> Run:
    return gym_run(
        "I have a lot of Nintendo Switch game cards now, help me find the best storage option to fit all {cards} cards",
        number, {"cards": cards},
        (HEAD, "fill('<q>', 'Nintendo Switch game cards')\nclick('<go>')"),
        ([*HEAD, ("p", "link", "Game Card Case")], "click('<p>')"),
    )  # fmt: skip


def invited(number: int, user: str, repo: str) -> Run:
    return gym_run(
        "Invite {user} as collaborator to my repo {repo}", number, {"user": user, "repo": repo},
        ([("r", "link", f"Byte Blaze / {repo}")], "click('<r>')"),
        ([("i", "button", "Invite members")], "click('<i>')"),
        ([("u", "textbox", "Username or email address")], f"click('<u>')\nkeyboard_type({user!r})"),
        ([("o", "menuitem", f"{user} @{user}")], "click('<o>')"),
        ([("b", "button", "Invite")], "click('<b>')"),
    )  # fmt: skip


def same_thrice(number: int) -> Run:
    return gym_run(
        "What is the price range for products from {brand}?", number, {"brand": "Amazon basic"},
        (HEAD, "fill('<q>', 'Amazon basic')\nclick('<go>')"),
        (HEAD, "send_msg_to_user('$5 - $9')"),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("runs", "wanted"),
    [
        (
            [
                rated(1, "Mini Mouse", 5, "EmmaS"),
                rated(2, "Foundation", 4, "ShopEmma"),
                rated(3, "Floral shade", 3, "GoodEmma"),
            ],
            {"Mini Mouse", "5", "EmmaS"},
        ),
        ([stored(1, 6), stored(2, 11), stored(3, 31)], set[str]()),
        ([invited(1, "yjlou", "a11y-webring.club"), invited(2, "Abishek", "metaseq")], {"yjlou", "a11y-webring.club"}),
        ([same_thrice(1), same_thrice(2), same_thrice(3)], {"Amazon basic"}),
    ],
)
def test_values_of_the_template_are_the_parameters_and_nothing_else_is(runs: list[Run], wanted: set[str]) -> None:
    workflow = _task(induce(runs))

    of_first = next((a for a in workflow.evidence.arguments if wanted <= set(map(str, a.values()))), None)
    assert of_first is not None or not wanted
    assert len(workflow.parameters) == len(wanted)


def _task(workflows: Sequence[Workflow]) -> Workflow:
    (workflow,) = [w for w in workflows if w.kind == "task"]
    return workflow
