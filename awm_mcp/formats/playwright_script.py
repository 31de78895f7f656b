"""A workflow as a readable Python Playwright script. Texts become literals by ``repr``, parameters keyword arguments."""

from __future__ import annotations

import json
import keyword
import re
from collections.abc import Callable, Iterator

from awm_mcp.model import Action, FlowStep, Gap, Param, Parameter, Target, Text, Value, Workflow
from awm_mcp.model.site import default_origin
from awm_mcp.model.text import plain

_GAPS = {"number": r"[\d.,\s]+", "text": ".*"}
_BUILT_IN = frozenset({"page", "origin", "os", "re", "run", "main", "answer", "outputs", "sync_playwright"})


def render(workflow: Workflow) -> str:
    """The script's text; ``run(page, origin, ...)`` does the steps, secrets come from the environment."""
    body = [line for step in workflow.steps for line in _step(step, "    ")]
    given = [f"{_name(p.name)}: {_type(p)}{_default(p)}" for p in _ordered(workflow.callers_parameters)]
    secrets = [f"    {_name(p.name)} = os.environ[{p.name.upper()!r}]" for p in workflow.parameters if p.secret]
    signature = ", ".join(["page: Page", "origin: str", *(["*", *given] if given else [])])
    title = plain(workflow.description or workflow.title or workflow.name, 300).replace("\\", "/").replace('"""', "'''")
    return "\n".join(
        [
            f'"""{title.rstrip(chr(34))}"""',
            "import os",
            "import re",
            "",
            "from playwright.sync_api import Page, sync_playwright",
            "",
            "",
            f"def run({signature}) -> dict[str, object]:",
            "    outputs: dict[str, object] = {}",
            *secrets,
            f"    page.goto(origin + {_text(workflow.start)})",
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


def _name(name: str) -> str:
    clean = re.sub(r"\W", "_", name)
    return f"{clean}_" if keyword.iskeyword(clean) or keyword.issoftkeyword(clean) or clean in _BUILT_IN else clean


def _type(parameter: Parameter) -> str:
    return "list[str]" if parameter.type == "array" else "str"


def _default(parameter: Parameter) -> str:
    if parameter.default is not None:
        return f" = {parameter.default!r}"
    return "" if parameter.required else ' = ""'


def _origin(workflow: Workflow) -> str:
    return default_origin(workflow.site)


def _examples(workflow: Workflow) -> str:
    shown = [
        (p, p.examples[0] if p.examples else p.name) for p in workflow.callers_parameters if p.required and p.default is None
    ]
    return "".join(f", {_name(p.name)}={[text] if p.type == 'array' else text!r}" for p, text in shown)


def _step(step: FlowStep, indent: str) -> Iterator[str]:
    if step.reasoning:
        yield f"{indent}# {plain(step.reasoning, 100)}"
    if step.for_each is not None:
        yield from _block(step, indent)
    elif step.action is not None:
        yield from _guarded(step, step.action, indent)


def _block(step: FlowStep, indent: str) -> Iterator[str]:
    block = step.for_each
    if block is None:
        return
    over = _name(block.parameter) if block.parameter else f"{_locator(block.rows)}.all_inner_texts()" if block.rows else "[]"
    yield f"{indent}for {_name(block.item)} in {over}:"
    lines = [line for inner in block.steps for line in _step(inner, indent + "    ")]
    yield from lines or [f"{indent}    continue"]


def _guarded(step: FlowStep, action: Action, indent: str) -> Iterator[str]:
    line = _action(action)
    if step.optional and action.target is not None:
        yield f"{indent}if {_locator(action.target)}.is_visible():"
        indent += "    "
    if action.dialog is not None:
        answer = "accept" if action.dialog.accept else "dismiss"
        given = _text(action.dialog.prompt) if action.dialog.prompt is not None and action.dialog.accept else ""
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
    return lambda action: f"{_locator(action.target)}.{method}()"


def _goto(action: Action) -> str:
    literal = action.value.words() if action.value else "/"
    return f"page.goto({_text(action.value)})" if "://" in literal else f"page.goto(origin + {_text(action.value)})"


def _check(action: Action) -> str:
    wanted = f'{_text(action.checked)} == "true"' if isinstance(action.checked, Value) else repr(action.checked)
    return f"{_locator(action.target)}.set_checked({wanted})"


def _press(action: Action) -> str:
    on = "page.keyboard" if action.target is None else _locator(action.target)
    return f"{on}.press({_text(action.value)})"


def _extract(action: Action) -> str:
    reading = (
        "input_value()"
        if action.read == "value"
        else f"get_attribute({(action.attribute or '')!r})"
        if action.read == "attribute"
        else "inner_text()"
    )
    return f"outputs[{(action.output or 'answer')!r}] = {_locator(action.target)}.{reading}"


def _wait(action: Action) -> str:
    where = _locator(action.target) if action.target is not None else f"page.get_by_text({_text(action.value)})"
    return f"{where}.first.wait_for(state={'hidden' if action.gone else 'visible'!r})"


def _several(action: Action) -> str:
    return _text(action.value) if action.value is not None else "[" + ", ".join(_text(v) for v in action.values) + "]"


def _fill(action: Action) -> str:
    return f"{_locator(action.target)}.{'press_sequentially' if action.slowly else 'fill'}({_text(action.value)})"


def _choose(action: Action) -> str:
    return f"{_locator(action.target)}.filter(has_text={_text(action.value)}).first.click()"


_WRITERS: dict[str, Callable[[Action], str]] = {
    "goto": _goto,
    "fill": _fill,
    "check": _check,
    "press": _press,
    "extract": _extract,
    "wait_for": _wait,
    "choose": _choose,
    "select": lambda a: f"{_locator(a.target)}.select_option({_several(a)})",
    "upload": lambda a: f"{_locator(a.target)}.set_input_files({_several(a)})",
    "drag": lambda a: f"{_locator(a.target)}.drag_to({_locator(a.to)})",
    "scroll": lambda a: f"{_locator(a.target)}.scroll_into_view_if_needed()" if a.target else "page.mouse.wheel(0, 600)",
    "back": lambda a: "page.go_back()",
    "forward": lambda a: "page.go_forward()",
    "switch_tab": lambda a: f"page = page.context.pages[int({_text(a.value) if a.value else repr('0')})]",
    "close_tab": lambda a: "page.close()",
    "stop": lambda a: f'outputs["answer"] = {_text(a.value)}' if a.value is not None else 'outputs["done"] = True',
}


def _locator(target: Target | None) -> str:
    if target is None:
        return 'page.locator("body")'
    scope = "page" + "".join(f".frame_locator({(hop.css or _frame(hop.name, hop.title))!r})" for hop in target.frame)
    if target.place is not None and target.place.items:
        return f"{scope}.locator({target.place.items!r}).nth({_index(target.place.index)})"
    if target.row is not None:
        scope += f'.locator("tr, li, article, [role=row]").filter(has_text={_match(target.row)})'
    return scope + _own(target)


def _frame(name: str | None, title: str | None) -> str:
    given = ("name", name) if name else ("title", title)
    return f"iframe[{given[0]}={json.dumps(given[1])}]" if given[1] else "iframe"


def _index(index: Value) -> str:
    literal = index.literal
    if literal is None:
        return f"int({_text(index)}) - 1"
    number = int(literal) if re.fullmatch(r"-?\d{1,6}", literal) else 1
    return str(number - 1 if number > 0 else number)


def _own(target: Target) -> str:
    if target.testid is not None:
        return f".get_by_test_id({_match(target.testid)})"
    if target.role:
        name = f", name={_match(target.name)}, exact=True" if target.name is not None else ""
        return f".get_by_role({target.role!r}{name})"
    for method, signal in (
        ("label", target.label or target.name),
        ("placeholder", target.placeholder),
        ("text", target.text),
        ("alt_text", target.alt),
        ("title", target.title),
    ):
        if signal is not None:
            return f".get_by_{method}({_match(signal)}, exact=True)"
    selector = target.css or (f"xpath={target.xpath}" if target.xpath else target.tag or "body")
    return f".locator({selector!r})"


def _match(given: Value) -> str:
    """A text to match: a literal expression, or a compiled pattern where something varies."""
    if not given.has_gap:
        return _text(given)
    parts = [repr(_GAPS[t.gap]) if isinstance(t, Gap) else f"re.escape({_token(t)})" for t in given.root]
    return "re.compile(" + " + ".join(parts) + ")"


def _text(given: Value | None) -> str:
    if given is None:
        return repr("")
    parts = [repr("") if isinstance(t, Gap) else _token(t) for t in given.root]
    return " + ".join(parts) or repr("")


def _token(token: Text | Param) -> str:
    return repr(token.text) if isinstance(token, Text) else _name(token.param)
