"""A workflow as a readable Python Playwright script. Texts become literals by ``repr``, parameters keyword arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import zip_longest

from awm_mcp.formats.playwright_locators import ONE, UNKNOWN, located, match, name_of, one, text
from awm_mcp.model import Action, FlowStep, Parameter, Value, Workflow, value
from awm_mcp.model.sentences import shortened
from awm_mcp.model.site import default_origin
from awm_mcp.model.text import plain


def render(workflow: Workflow) -> str:
    """The script's text; ``run(page, origin, ...)`` does the steps, secrets come from the environment."""
    body = [line for step, then in zip_longest(workflow.steps, workflow.steps[1:]) for line in _page_turner(step, then)]
    given = [f"{name_of(p.name)}: {_type(p)}{_default(p)}" for p in _ordered(workflow.callers_parameters)]
    secrets = [f"    {name_of(p.name)} = os.environ[{p.name.upper()!r}]" for p in workflow.parameters if p.secret]
    signature = ", ".join(["page: Page", "origin: str", *(["*", *given] if given else [])])
    title = shortened(workflow.description or workflow.title or workflow.name, 300).replace("\\", "/").replace('"""', "'''")
    return "\n".join(
        [
            f'"""{title.rstrip(chr(34))}"""',
            "import os",
            "import re",
            "from collections.abc import Sequence",
            "",
            "from playwright.sync_api import Locator, Page, sync_playwright",
            "",
            "",
            ONE,
            "",
            "",
            *([UNKNOWN, "", ""] if any("unknown(" in line for line in body) else []),
            f"def run({signature}) -> dict[str, object]:",
            "    outputs: dict[str, object] = {}",
            *secrets,
            f"    page.goto(origin + {text(workflow.start)})",
            *body,
            "    return outputs",
            "",
            "",
            'if __name__ == "__main__":',
            "    with sync_playwright() as playwright:",
            "        browser = playwright.chromium.launch(headless=False)",
            f"        print(run(browser.new_page(), {_origin(workflow)!r}{_examples(workflow)}))",
            "        browser.close()",
            "",
        ]
    )


def _ordered(parameters: tuple[Parameter, ...]) -> list[Parameter]:
    return sorted(parameters, key=lambda p: not (p.required and p.default is None))


def _type(parameter: Parameter) -> str:
    return "Sequence[str]" if parameter.type == "array" else "str"


def _default(parameter: Parameter) -> str:
    if parameter.default is not None:
        return f" = {parameter.default!r}"
    return "" if parameter.required else " = ()" if parameter.type == "array" else ' = ""'


def _origin(workflow: Workflow) -> str:
    return default_origin(workflow.site)


def _examples(workflow: Workflow) -> str:
    shown = [
        (p, p.examples[0] if p.examples else p.name) for p in workflow.callers_parameters if p.required and p.default is None
    ]
    return "".join(f", {name_of(p.name)}={[text] if p.type == 'array' else text!r}" for p, text in shown)


def _step(step: FlowStep, indent: str) -> Iterator[str]:
    if step.reasoning:
        yield f"{indent}# {plain(step.reasoning, 100)}"
    if step.for_each is not None:
        yield from _block(step, indent)
    elif step.action is not None:
        yield from _guarded(step, step.action, indent)


def _page_turner(step: FlowStep, then: FlowStep | None) -> Iterator[str]:
    """The lines of a step; one that turns pages is done while what the next step acts on is not shown."""
    pager, wanted = (one.action.target if one and one.action else None for one in (step, then))
    if step.until_next is None or pager is None or wanted is None:
        yield from _step(step, "    ")
        return
    yield f"    for _ in range({step.until_next}):"
    yield f"        if {located(wanted)}.first.is_visible() or not {located(pager)}.first.is_visible():"
    yield "            break"
    yield from _step(step, "        ")
    yield '        page.wait_for_load_state("networkidle")'


def _block(step: FlowStep, indent: str) -> Iterator[str]:
    block = step.for_each
    if block is None:
        return
    rows = f"{located(block.rows)}.all_inner_texts()" if block.rows else "[]"
    over = name_of(block.parameter) if block.parameter else rows
    yield f"{indent}for {name_of(block.item)} in {over}:"
    lines = [line for inner in block.steps for line in _step(inner, indent + "    ")]
    yield from lines or [f"{indent}    continue"]


def _guarded(step: FlowStep, action: Action, indent: str) -> Iterator[str]:
    line = _action(action)
    if step.optional and action.target is not None:
        yield f"{indent}if {located(action.target)}.first.is_visible():"
        indent += "    "
    if action.dialog is not None:
        answer = "accept" if action.dialog.accept else "dismiss"
        given = text(action.dialog.prompt) if action.dialog.prompt is not None and action.dialog.accept else ""
        yield f'{indent}page.once("dialog", lambda dialog: dialog.{answer}({given}))'
    if action.opens:
        yield f"{indent}with page.expect_{action.opens}() as opened:"
        yield f"{indent}    {line}"
        if action.opens == "popup":
            yield f"{indent}page = opened.value"
    else:
        yield f"{indent}{line}"


def _action(action: Action) -> str:
    return _WRITERS.get(action.type, _call(action.type))(action)


def _call(method: str) -> Callable[[Action], str]:
    return lambda action: f"{one(action.target)}.{method}()"


def _goto(action: Action) -> str:
    literal = action.value.words() if action.value else "/"
    return f"page.goto({text(action.value)})" if "://" in literal else f"page.goto(origin + {text(action.value)})"


def _check(action: Action) -> str:
    wanted = f'{text(action.checked)} == "true"' if isinstance(action.checked, Value) else repr(action.checked)
    return f"{one(action.target)}.set_checked({wanted})"


def _press(action: Action) -> str:
    on = "page.keyboard" if action.target is None else one(action.target)
    return f"{on}.press({text(action.value)})"


def _extract(action: Action) -> str:
    reading = (
        "input_value()"
        if action.read == "value"
        else f"get_attribute({(action.attribute or '')!r})"
        if action.read == "attribute"
        else "inner_text()"
    )
    return f"outputs[{(action.output or 'answer')!r}] = {one(action.target)}.{reading}"


def _wait(action: Action) -> str:
    where = located(action.target) if action.target is not None else f"page.get_by_text({text(action.value)})"
    return f"{where}.first.wait_for(state={'hidden' if action.gone else 'visible'!r})"


def _several(action: Action) -> str:
    return text(action.value) if action.value is not None else "[" + ", ".join(text(v) for v in action.values) + "]"


def _varies(action: Action) -> bool:
    return action.value is not None and action.value.has_gap


def _option(action: Action) -> str:
    """The label of the one option that differs only in the data behind its name."""
    named = match(action.value or value("")).replace("re.compile(", r"re.compile(r'^\s*' + ", 1)
    listed = f"{one(action.target)}.locator('option').filter(has_text={named})"
    return f"label={listed}.evaluate('o => o.label')"


def _fill(action: Action) -> str:
    if action.stepper:
        return f"raise RuntimeError({f'by hand: {action.words()}'!r})"
    return f"{one(action.target)}.{'press_sequentially' if action.slowly else 'fill'}({text(action.value)})"


def _choose(action: Action) -> str:
    return f"{located(action.target)}.filter(has_text={text(action.value)}).first.click()"


_WRITERS: dict[str, Callable[[Action], str]] = {
    "goto": _goto,
    "fill": _fill,
    "check": _check,
    "press": _press,
    "extract": _extract,
    "wait_for": _wait,
    "choose": _choose,
    "select": lambda a: f"{one(a.target)}.select_option({_several(a) if not _varies(a) else _option(a)})",
    "upload": lambda a: f"{located(a.target)}.set_input_files({_several(a)})",
    "drag": lambda a: f"{one(a.target)}.drag_to({one(a.to)})",
    "scroll": lambda a: f"{one(a.target)}.scroll_into_view_if_needed()" if a.target else "page.mouse.wheel(0, 600)",
    "back": lambda a: "page.go_back()",
    "forward": lambda a: "page.go_forward()",
    "switch_tab": lambda a: f"page = page.context.pages[int({text(a.value) if a.value else repr('0')})]",
    "close_tab": lambda a: "page.close()",
    "stop": lambda a: f'outputs["answer"] = {text(a.value)}' if a.value is not None else 'outputs["done"] = True',
}
