"""The YAML that workflow files are written in: safe, plain, and the same text for the same data.

Loading knows no tags, anchors, dates, octal numbers or ``yes``/``no`` booleans, and refuses a key that is given twice.
"""

# PyYAML's stubs leave most of its methods untyped.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
from __future__ import annotations

import re
from collections.abc import Hashable
from typing import Any, cast

import yaml

# White space at a line's end, and what PyYAML or an editor would not keep: these are written escaped.
_UNFIT = re.compile("[^\\S\n]\n|[^\x20-\x7e\n\u00a1-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")


class Flow(dict[str, Any]):
    """A mapping written in one line."""


class FlowList(list[Any]):
    """A list written in one line."""


def write(data: Any) -> str:
    """YAML text; keys keep their order."""
    return yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110, default_flow_style=False)


def read(text: str) -> tuple[yaml.Node | None, Any]:
    """The node tree, which knows the lines, and the data.

    Raises:
        yaml.YAMLError: the text is not this dialect.
        RecursionError: nesting too deep.
    """
    loader = _Loader(text)
    try:
        node = loader.get_single_node()
        return node, loader.construct_document(node) if node is not None else None
    finally:
        loader.dispose()


class _Dumper(yaml.SafeDumper):
    def ignore_aliases(self, data: Any) -> bool:
        return True


def _write_text(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    if _UNFIT.search(text) is not None:
        return dumper.represent_scalar("tag:yaml.org,2002:str", text, style='"')
    block = "\n" in text and not text[0].isspace()
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if block else None)


_Dumper.add_representer(str, _write_text)
_Dumper.add_representer(Flow, lambda d, m: d.represent_mapping("tag:yaml.org,2002:map", m.items(), flow_style=True))
_Dumper.add_representer(FlowList, lambda d, s: d.represent_sequence("tag:yaml.org,2002:seq", s, flow_style=True))


class _Loader(yaml.SafeLoader):
    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            mark = self.peek_event().start_mark
            raise yaml.MarkedYAMLError(problem="aliases (*name) are not allowed", problem_mark=mark)
        return super().compose_node(parent, index)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        seen: set[str] = set()
        for key, _ in node.value:
            name = str(key.value)[:60] if isinstance(key, yaml.ScalarNode) else "a list or mapping"
            if name in seen or not isinstance(key, yaml.ScalarNode):
                raise yaml.MarkedYAMLError(
                    problem=f"the key {name!r} is given twice or is no text", problem_mark=key.start_mark
                )
            seen.add(name)
        return {str(key.value): self.construct_object(item, deep=True) for key, item in node.value}


def _resolve(tag: str, pattern: str, first: str) -> None:
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(pattern), list(first) or [""])


_resolve("bool", r"^(?:true|false)$", "tf")
_resolve("null", r"^(?:null|~)$", "n~")
_resolve("null", r"^$", "")
_resolve("int", r"^-?(?:0|[1-9][0-9]{0,15})$", "-0123456789")
_resolve("float", r"^-?(?:0|[1-9][0-9]*)\.[0-9]+(?:e[-+][0-9]+)?$", "-0123456789")
_Loader.add_constructor(
    "tag:yaml.org,2002:map", lambda loader, node: loader.construct_mapping(cast("yaml.MappingNode", node), deep=True)
)
