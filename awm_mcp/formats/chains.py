"""Playwright code as data: statements become chains of named calls with literal arguments. Nothing is executed.

Python is read with ``ast``; JavaScript and TypeScript with a small tokenizer that knows what generated code is made of:
awaited call chains, string and regex literals, objects, lists, arrow functions (skipped) and assignments.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, cast

from awm_mcp.errors import InvalidReport
from awm_mcp.formats.reading import as_dict
from awm_mcp.model.text import plain


@dataclass(frozen=True)
class Call:
    """``name(*args, **options)`` or, with ``called`` false, an attribute. Names are in snake case."""

    name: str
    args: tuple[Any, ...] = ()
    options: dict[str, Any] = field(default_factory=dict[str, Any])
    called: bool = True


@dataclass(frozen=True)
class Chain:
    """``root.call().call()``, what it was assigned to, and where it stands."""

    root: str
    calls: tuple[Call, ...]
    assigned: str = ""
    line: int = 0


@dataclass(frozen=True)
class Code:
    """An argument that is no literal: kept as text, never evaluated. ``os.environ["X"]`` names a secret."""

    text: str


@dataclass(frozen=True)
class Pattern:
    """A regular expression given as an argument."""

    text: str


def chains(code: str, language: str = "") -> list[Chain]:
    """The call chains of a piece of Playwright code, in order.

    Args:
        code: one or more statements, or a whole generated test file.
        language: ``python`` or ``javascript``; guessed when empty.

    Raises:
        InvalidReport: the code is too large or cannot be read; names the line.
    """
    if len(code) > 300_000:
        raise InvalidReport("too_large", expected="code of at most 300,000 characters", seen=f"{len(code)}")
    try:
        python = language == "python" or (not language and _is_python(code))
        return list(_python(code)) if python else list(_Script(code).chains())
    except RecursionError:
        raise InvalidReport("unreadable_code", expected="Playwright code", seen="nesting too deep to read") from None


def snake(name: str) -> str:
    """``getByRole`` -> ``get_by_role``."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def _is_python(code: str) -> bool:
    if re.search(r"(?m)^\s*(?:import \{|const |let |var |test\(|await .*;\s*$)|=>", code):
        return False
    try:
        ast.parse(code)
    except (SyntaxError, ValueError, MemoryError):
        return False
    return True


def _python(code: str) -> Iterator[Chain]:
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, MemoryError) as problem:
        line = getattr(problem, "lineno", 0) or 0
        raise InvalidReport(
            "unreadable_code",
            expected=f"Python, line {line}",
            seen=plain(str(problem), 120),
            next="send the generated file as it is",
        ) from None
    yield from _statements(tree.body)


def _statements(body: list[ast.stmt]) -> Iterator[Chain]:
    for node in body:
        if isinstance(node, (ast.With, ast.AsyncWith)):
            for item in node.items:
                yield from _expression(item.context_expr, _name_of(item.optional_vars))
        elif isinstance(node, ast.Assign):
            yield from _expression(node.value, _name_of(node.targets[0]))
        elif isinstance(node, ast.Expr):
            yield from _expression(node.value, "")
        inner = getattr(node, "body", None)
        if isinstance(inner, list):
            yield from _statements(cast("list[ast.stmt]", inner))


def _name_of(node: ast.expr | None) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _expression(node: ast.expr, assigned: str) -> Iterator[Chain]:
    inner = node.value if isinstance(node, ast.Await) else node
    calls: list[Call] = []
    line = inner.lineno
    while not isinstance(inner, ast.Name):
        if isinstance(inner, ast.Call) and isinstance(inner.func, ast.Attribute):
            args = tuple(_argument(arg) for arg in inner.args)
            options = {snake(k.arg): _argument(k.value) for k in inner.keywords if k.arg}
            calls.append(Call(snake(inner.func.attr), args, options))
            inner = inner.func.value
        elif isinstance(inner, ast.Call) and isinstance(inner.func, ast.Name):
            calls.append(Call("__call__", tuple(_argument(arg) for arg in inner.args)))
            inner = inner.func
        elif isinstance(inner, ast.Attribute):
            calls.append(Call(snake(inner.attr), called=False))
            inner = inner.value
        elif isinstance(inner, ast.Await):
            inner = inner.value
        else:
            return
    yield Chain(inner.id, tuple(reversed(calls)), assigned, line)


def _argument(node: ast.expr) -> Any:
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError):
        pass_on = ast.unparse(node)
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "re.compile" and node.args:
        return Pattern(str(_argument(node.args[0])))
    found = list(_expression(node, ""))
    return found[0] if found and found[0].calls and found[0].root not in ("os", "process") else Code(pass_on)


_TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/)
    |(?P<string>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)
    |(?P<number>\d+(?:\.\d+)?)
    |(?P<name>[A-Za-z_$][\w$]*)
    |(?P<arrow>=>)
    |(?P<regex>/(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*)
    |(?P<mark>.)""",
    re.X | re.S,
)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": ""}
_BLOCKS = frozenset({"test", "describe", "it"})
_WORDS: dict[str, Any] = {"true": True, "false": False, "null": None, "undefined": None}


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    line: int


class _Script:
    """Reads statements of JavaScript one after the other; what is no call chain is passed over."""

    def __init__(self, code: str) -> None:
        self._tokens = list(_tokens(code))
        self._at: int = 0

    def chains(self) -> Iterator[Chain]:
        while self._at < len(self._tokens):
            before = self._at
            found = self._statement()
            if found is not None and found.calls:
                yield found
            if self._at == before:
                self._at += 1

    def _peek(self, ahead: int = 0) -> _Token:
        at = self._at + ahead
        return self._tokens[at] if at < len(self._tokens) else _Token("end", "", 0)

    def _next(self) -> _Token:
        token = self._peek()
        self._at += 1
        return token

    def _statement(self) -> Chain | None:
        assigned = ""
        if self._peek().text in ("const", "let", "var"):
            self._next()
        if self._peek().kind == "name" and self._peek(1).text == "=" and self._peek(2).text != "=":
            assigned = self._next().text
            self._next()
        while self._peek().text in ("await", "return"):
            self._next()
        if self._peek().text == "async" or self._peek().kind != "name":
            return None
        found = self._chain(assigned)
        return found

    def _chain(self, assigned: str = "") -> Chain:
        first = self._next()
        if first.text in _BLOCKS and self._peek().text in ("(", "."):
            return Chain(first.text, (Call("__call__", self._entered()),), assigned, first.line)
        calls: list[Call] = []
        while True:
            if self._peek().text == "?" and self._peek(1).text == ".":
                self._next()
            if self._peek().text == "." and self._peek(1).kind == "name":
                self._next()
                calls.append(self._member(self._next().text))
            elif self._peek().text == "(" and not calls:
                calls.append(Call("__call__", tuple(self._list("(", ")"))))
            elif self._peek().text == "[":
                calls.append(Call("__getitem__", tuple(self._list("[", "]"))))
            else:
                break
        return Chain(first.text, tuple(calls), assigned, first.line)

    def _entered(self) -> tuple[Any, ...]:
        """Of ``test('title', async ({ page }) => {``: only the title; the body's statements follow as usual."""
        title = ""
        while self._peek().kind != "end" and self._peek().text != ";":
            token = self._next()
            if token.kind == "string" and not title:
                title = token.text
            if token.kind == "arrow" and self._peek().text == "{":
                break
        return (_string(title),) if title else ()

    def _member(self, name: str) -> Call:
        if self._peek().text != "(":
            return Call(snake(name), called=False)
        given = self._list("(", ")")
        options = as_dict(given.pop()) if given and isinstance(given[-1], dict) else {}
        return Call(snake(name), tuple(given), {snake(key): item for key, item in options.items()})

    def _list(self, opening: str, closing: str) -> list[Any]:
        self._next()
        found: list[Any] = []
        while self._peek().kind != "end" and self._peek().text != closing:
            before = self._at
            found.append(self._value(closing))
            if self._peek().text == "," or self._at == before:
                self._next()
        self._next()
        return found

    def _value(self, closing: str) -> Any:
        start = self._at
        found = self._simple()
        if self._peek().text in (",", closing) or self._peek().kind == "end":
            return found
        self._at = start
        return Code(self._skip(closing))

    def _simple(self) -> Any:
        token = self._peek()
        if token.kind == "string":
            return _string(self._next().text)
        if token.kind == "number":
            number = self._next().text
            return float(number) if "." in number else int(number)
        if token.text == "-" and self._peek(1).kind == "number":
            self._next()
            return -int(float(self._next().text))
        if token.kind == "regex":
            return Pattern(self._next().text.strip("/").rsplit("/", 1)[0])
        if token.text == "{":
            return self._object()
        if token.text == "[":
            return self._list("[", "]")
        if token.kind == "name":
            return self._named()
        return Code(self._next().text)

    def _named(self) -> Any:
        if self._peek().text in _WORDS and self._peek(1).text != ".":
            return _WORDS[self._next().text]
        start = self._at
        found = self._chain()
        text = "".join(token.text for token in self._tokens[start : self._at])
        return found if found.calls and found.root != "process" else Code(text)

    def _object(self) -> dict[str, Any]:
        self._next()
        found: dict[str, Any] = {}
        while self._peek().kind != "end" and self._peek().text != "}":
            key = self._next()
            if self._peek().text == ":":
                self._next()
                found[_string(key.text) if key.kind == "string" else key.text] = self._value("}")
            if self._peek().text == ",":
                self._next()
        self._next()
        return found

    def _skip(self, closing: str) -> str:
        """Passes over an expression that is no literal, up to the comma or bracket that ends it."""
        depth, start = 0, self._at
        while self._peek().kind != "end":
            text = self._peek().text
            if depth == 0 and text in (",", closing):
                break
            depth += (text in "([{" and bool(text)) - (text in ")]}" and bool(text))
            if depth < 0:
                break
            self._next()
        return "".join(token.text for token in self._tokens[start : self._at])


def _tokens(code: str) -> Iterator[_Token]:
    line = 1
    before = ""
    position = 0
    while position < len(code):
        match = _TOKEN.match(code, position)
        if match is None:
            return
        kind = match.lastgroup or "mark"
        text = match.group()
        if kind == "regex" and (before in (")", "]") or re.fullmatch(r"[\w$]+", before)):
            kind, text = "mark", text[0]
        position += len(text)
        if kind != "space":
            yield _Token(kind, text, line)
            before = text
        line += text.count("\n")


def _string(quoted: str) -> str:
    def unescape(match: re.Match[str]) -> str:
        body = match.group(1)
        if body[0] in "ux":
            digits = body[1:].strip("{}")
            return chr(int(digits, 16)) if digits and int(digits, 16) < 0x110000 else body
        return _ESCAPES.get(body, body)

    decoded = re.sub(r"\\(u\{[0-9a-fA-F]{1,6}\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)", unescape, quoted[1:-1], flags=re.S)
    return decoded.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
