"""Takes secrets out of a run before anything keeps it: the field's value becomes a named secret parameter.

Every other occurrence of the same text goes, too: in the task, observations, addresses, answers and later values. A secret
that is a common word or short is replaced as a whole word only, and not inside the names of elements.
"""

from __future__ import annotations

import html
import json
import re
from dataclasses import dataclass, field
from typing import Any, cast
from urllib.parse import quote, quote_plus

from awm_mcp.formats.secret_fields import is_bare_code, is_secret_name, secret_kind
from awm_mcp.model import Param, Run, Step, Text, Value, value
from awm_mcp.model.names import slug, unique_name

_MARKER = re.compile(
    r"<secret>\s*([\w.-]{1,60})\s*</secret>|(?:os\.environ\[|process\.env\[)['\"](\w{1,60})['\"]\]|process\.env\.(\w{1,60})"
    r"|os\.getenv\(['\"](\w{1,60})['\"]\)"
)
_USERINFO = re.compile(r"(?<=://)[^/\s?#@:]+:[^/\s?#@]*@")
_SECRET_QUERY = re.compile(r"([?&#;](?:password|passwd|pwd|access_token|api_?key|client_secret)=)([^&#\s]+)", re.I)
_FIXED_KEYS = frozenset(
    {"type", "role", "tag", "kind", "source", "site", "origin", "outcome", "button", "opens", "output", "read"}
)
_ELEMENT_KEYS = frozenset({"target", "to"})
_VALUE_KEYS = frozenset({"value", "values", "message", "prompt", "checked"})


@dataclass
class Secrets:
    """Secret values found in one run, by the name of their parameter."""

    named: dict[str, str] = field(default_factory=dict[str, str])
    names: list[str] = field(default_factory=list[str])

    def name_for(self, kind: str, text: str) -> str:
        """A stable name: the kind, with a number only when another value of the kind is in the run."""
        known = next((name for name, known in self.named.items() if known == text), None)
        name = known or unique_name(kind, set(self.named))
        self.named[name] = text
        self.add(name)
        return name

    def add(self, name: str) -> None:
        """Notes the name of a secret parameter that the run uses."""
        if name not in self.names:
            self.names.append(name)


def mask(run: Run) -> Run:
    """The run with all its secrets replaced by parameters; ``secrets`` lists their names."""
    found = Secrets()
    steps = [_mask_field(step, found) for step in run.steps]
    if found.named:
        steps = [_mask_code(step, found) for step in steps]
    data = cast(
        "dict[str, Any]", _Masker(found).clean(run.model_copy(update={"steps": tuple(steps)}).model_dump(mode="json"))
    )
    data["hints"] = {
        k: v
        for k, v in data.get("hints", {}).items()
        if not is_secret_name(k) and run.hints.get(k) not in found.named.values()
    }
    return Run.model_validate(data | {"secrets": tuple(dict.fromkeys([*run.secrets, *found.names]))})


def _mask_field(step: Step, found: Secrets) -> Step:
    action = step.action
    text = action.value.literal if action.value is not None else None
    if action.type not in ("fill", "press", "select") or not text or _MARKER.search(text):
        return step
    kind = secret_kind(action.target, text) if action.type == "fill" else None
    if kind is None:
        return step
    return step.model_copy(update={"action": action.model_copy(update={"value": _hidden(kind, text, found)})})


def _mask_code(step: Step, found: Secrets) -> Step:
    """A number in a field called "Code", in a run that types a password or a card: what was sent to prove oneself."""
    action = step.action
    text = action.value.literal if action.value is not None else None
    if action.type != "fill" or not text or not is_bare_code(action.target, text):
        return step
    return step.model_copy(update={"action": action.model_copy(update={"value": _hidden("otp", text, found)})})


def _hidden(kind: str, text: str, found: Secrets) -> Value:
    return value([Param(param=found.name_for(kind, text))])


class _Masker:
    def __init__(self, found: Secrets) -> None:
        self._found = found
        self._strong = {n: t for n, t in found.named.items() if _is_distinctive(t)}
        self._names = {_form: name for name, text in found.named.items() for _form in _forms(text)}
        self._all = _pattern(found.named)
        self._in_elements = _pattern(self._strong)
        self._quoted = _quoted_pattern(found.named)

    def clean(self, data: object, key: str = "", element: bool = False) -> object:
        if isinstance(data, str) and key == "task":
            return self._quoted.sub(lambda m: "{" + self._names[m.group()] + "}", self._text(data, element))
        if isinstance(data, str):
            return data if key in _FIXED_KEYS else self._text(data, element)
        if isinstance(data, list):
            return [self.clean(item, key, element) for item in cast("list[object]", data)]
        if not isinstance(data, dict):
            return data
        given = cast("dict[str, object]", data)
        if "param" in given or "gap" in given:
            return given
        return {k: self._entry(k, item, element or k in _ELEMENT_KEYS) for k, item in given.items()}

    def _entry(self, key: str, item: object, element: bool) -> object:
        if key in _VALUE_KEYS and not element:
            return [self._value(v) for v in cast("list[object]", item)] if key == "values" else self._value(item)
        return self.clean(item, key, element)

    def _value(self, data: object) -> object:
        if not isinstance(data, str):
            return data
        return value(self._tokens(_strip_addresses(data), self._all)).model_dump(mode="json")

    def _tokens(self, text: str, pattern: re.Pattern[str]) -> list[Text | Param]:
        tokens: list[Text | Param] = []
        rest = 0
        for match in pattern.finditer(text):
            tokens += [Text(text=text[rest : match.start()]), Param(param=self._name(match))]
            rest = match.end()
        return [*tokens, Text(text=text[rest:])] if text[rest:] or not tokens else tokens

    def _text(self, text: str, element: bool) -> str:
        pattern = self._in_elements if element else self._all
        return pattern.sub(lambda m: "{" + self._name(m) + "}", text if element else _strip_addresses(text))

    def _name(self, match: re.Match[str]) -> str:
        marked = next((group for group in match.groups() if group), None)
        if marked is None:
            return self._names[match.group()]
        name = slug(marked, empty="secret")
        self._found.add(name)
        return name


def _is_distinctive(text: str) -> bool:
    mixed = text != text.lower() and text[1:] != text[1:].lower()
    return len(text) >= 6 and (
        not text.isalnum() or (not text.isalpha() and not text.isdigit()) or (len(text) >= 8 and mixed)
    )


def _forms(text: str) -> list[str]:
    """The text as it is, and as addresses, markup and JSON write it."""
    escaped = json.dumps(text, ensure_ascii=False)[1:-1]
    return list(dict.fromkeys([text, quote(text, safe=""), quote_plus(text), quote(text), html.escape(text), escaped]))


def _pattern(named: dict[str, str]) -> re.Pattern[str]:
    alternatives: list[str] = [_MARKER.pattern]
    for text in sorted((t for t in named.values() if len(t) >= 3), key=len, reverse=True):
        whole_word = "{}" if _is_distinctive(text) else r"(?<!\w){}(?!\w)"
        alternatives += [whole_word.format(re.escape(form)) for form in sorted(_forms(text), key=len, reverse=True)]
    return re.compile("|".join(alternatives))


def _quoted_pattern(named: dict[str, str]) -> re.Pattern[str]:
    """Secrets of any length where they are all of what a task puts in quotes."""
    texts = "|".join(re.escape(text) for text in sorted(named.values(), key=len, reverse=True))
    return re.compile(rf"(?<=[\"'`“‘«„])(?:{texts})(?=[\"'`”’»“])") if texts else re.compile(r"(?!)")


def _strip_addresses(text: str) -> str:
    return _SECRET_QUERY.sub(r"\1{secret}", _USERINFO.sub("", text)) if "://" in text or "=" in text else text
