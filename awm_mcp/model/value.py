"""Values: literal text with references to parameters in it, as token objects and never as format strings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, RootModel, model_serializer, model_validator

from awm_mcp.model.base import Word
from awm_mcp.model.text import as_seen, same


class Text(Word):
    """Text that stands for itself."""

    text: str


class Param(Word):
    """The value of a parameter. ``format``: of a date a strftime pattern; of a boolean in a template the words for true
    and for false that stand there, ``on|off``.
    """

    param: str
    format: str | None = None


class Gap(Word):
    """Something that varies and does not matter: a counter, a price, a date, an id in an address."""

    gap: Literal["number", "text"]


Token = Annotated[Text | Param | Gap, Field(union_mode="left_to_right")]
_GAP_PATTERN = {"number": r"[+-]?\d[\d.,  ]*", "text": r".*?"}


class Value(RootModel[tuple[Token, ...]]):
    """A sequence of tokens; a purely literal value reads and writes as a plain JSON string."""

    model_config = {"frozen": True}

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, data: Any) -> Any:
        if isinstance(data, str):
            return ({"text": data},)
        return ({"text": str(data)},) if isinstance(data, (int, float)) and not isinstance(data, bool) else data

    @model_serializer(mode="plain")
    def _sparing(self) -> str | list[dict[str, Any]]:
        literal = self.literal
        return literal if literal is not None else [token.model_dump() for token in self.root]

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: Any, handler: Any) -> dict[str, Any]:
        return {"type": "string"}

    @property
    def literal(self) -> str | None:
        """The text when it holds no parameter and no gap, else None."""
        texts = [token.text for token in self.root if isinstance(token, Text)]
        return "".join(texts) if len(texts) == len(self.root) else None

    @property
    def params(self) -> tuple[str, ...]:
        """Names of the parameters in it, in order, with repetitions."""
        return tuple(token.param for token in self.root if isinstance(token, Param))

    @property
    def has_gap(self) -> bool:
        """Whether part of it does not matter."""
        return any(isinstance(token, Gap) for token in self.root)

    def words(self) -> str:
        """As people write it: ``Results for {query}``; a gap reads as an ellipsis."""
        shown = [t.text if isinstance(t, Text) else f"{{{t.param}}}" if isinstance(t, Param) else "…" for t in self.root]
        return "".join(shown)

    def bind(self, arguments: Mapping[str, str]) -> Value:
        """A value with the parameters replaced by texts; gaps stay. One pass: an argument is never looked into.

        Raises:
            KeyError: a parameter of the value has no argument.
        """
        return value(Text(text=arguments[token.param]) if isinstance(token, Param) else token for token in self.root)

    def pattern(self) -> re.Pattern[str]:
        """A compiled pattern for the whole of a folded text, case-insensitive; parameters match any text.

        Literal text is folded for comparison, so runs of white space match one blank.
        """
        body = "".join(
            _literal_pattern(token.text) if isinstance(token, Text) else _GAP_PATTERN[getattr(token, "gap", "text")]
            for token in self.root
        )
        return re.compile(rf"\s*{body}\s*", re.IGNORECASE | re.DOTALL)

    def matches(self, text: str) -> bool:
        """Whether a visible text is this value, folded and without regard to case."""
        literal = self.literal
        return same(literal, text) if literal is not None else self.pattern().fullmatch(as_seen(text)) is not None

    def map_text(self, change: Callable[[str], str]) -> Value:
        """The same value with every literal part changed."""
        return value(Text(text=change(t.text)) if isinstance(t, Text) else t for t in self.root)


def value(tokens: Iterable[Text | Param | Gap] | str) -> Value:
    """Builds a value; neighbouring literals are joined and empty ones dropped."""
    if isinstance(tokens, str):
        return Value((Text(text=tokens),))
    joined: list[Text | Param | Gap] = []
    for token in tokens:
        if isinstance(token, Text) and joined and isinstance(last := joined[-1], Text):
            joined[-1] = Text(text=last.text + token.text)
        elif not (isinstance(token, Text) and not token.text):
            joined.append(token)
    return Value(tuple(joined))


def _literal_pattern(text: str) -> str:
    parts = re.split(r"(\s+)", text)
    return "".join(r"\s+" if part.isspace() else re.escape(as_seen(part)) for part in parts if part)
