"""Arguments put into values. Secrets are fetched at the step that types them, and never end up in words."""

from __future__ import annotations

import datetime
import time
from collections.abc import Mapping
from typing import Protocol
from urllib.parse import quote, quote_plus

from awm_mcp.errors import StepStopped
from awm_mcp.model import Action, Gap, Param, Target, Text, Value, Workflow, value
from awm_mcp.model.arguments import Bound
from awm_mcp.model.spelling import written


class SecretSource(Protocol):
    """Where secret values come from; raises ``Refused("missing_secret")`` naming where it looked."""

    def get(self, site: str, name: str) -> str: ...

    def totp(self, site: str, name: str, at: float) -> str: ...

    def redact(self, text: str) -> str: ...


class Arguments:
    """The texts for a workflow's parameters during one replay.

    Args:
        given: checked arguments; lists for array parameters.
        secrets: name -> ``secret`` or ``totp``, resolved late from ``source`` for ``site``.
    """

    def __init__(self, given: Bound, secrets: Mapping[str, str], source: SecretSource | None, site: str) -> None:
        self.given, self.secrets, self.source, self.site = dict(given), dict(secrets), source, site
        self._forms: dict[str, str] = {}

    @classmethod
    def of(cls, workflow: Workflow, given: Bound, source: SecretSource | None) -> Arguments:
        """The arguments of a workflow's replay."""
        secrets = {p.name: p.secret for p in workflow.parameters if p.secret is not None}
        return cls(given, secrets, source, workflow.site)

    def with_item(self, name: str, item: str) -> Arguments:
        """The same with the current item of a repeated block."""
        inner = Arguments({**self.given, name: item}, self.secrets, self.source, self.site)
        inner._forms = {known: form for known, form in self._forms.items() if known != name}
        return inner

    def missing(self, used: Value) -> list[str]:
        """Parameters of a value that have neither argument nor secret."""
        return [name for name in used.params if name not in self.given and name not in self.secrets]

    def cannot_name(self, action: Action) -> bool:
        """Whether a value by which the target of an action is told has neither argument nor secret."""
        return any(self.missing(one) for one in (action.target.values if action.target else ()))

    def is_secret(self, used: Value) -> bool:
        """Whether a value holds a secret."""
        return any(name in self.secrets for name in used.params)

    def types_a_secret(self, action: Action) -> bool:
        """Whether an action types a secret."""
        return action.type == "fill" and action.value is not None and self.is_secret(action.value)

    def text(self, used: Value) -> str:
        """The text to type.

        Raises:
            StepStopped: a parameter has no argument.
            Refused: a secret is not configured.
        """
        return "".join(self._token(token) for token in used.root)

    def texts(self, used: Value) -> list[str]:
        """The texts of a value; a sole list parameter gives one each."""
        if len(used.root) == 1 and isinstance(token := used.root[0], Param):
            given = self.given.get(token.param)
            if isinstance(given, list):
                return list(given)
        return [self.text(used)]

    def bind(self, used: Value) -> Value:
        """The value with parameters replaced; gaps stay."""
        return value(t if isinstance(t, Gap) else Text(text=self._token(t)) for t in used.root)

    def note_form(self, used: Value, form: str) -> None:
        """Keeps how a field shows what was typed there, where that is one argument: the page may say it so, too."""
        if len(used.root) == 1 and isinstance(token := used.root[0], Param) and self._speakable(token):
            self._forms[token.param] = form

    def as_shown(self, used: Value) -> tuple[Value, ...]:
        """The value with parameters replaced, and with them as the fields showed them where that differs."""
        bound = self.bind(used)
        if not any(name in self._forms for name in used.params):
            return (bound,)
        held = value(Text(text=self._held(t)) if isinstance(t, Param) else t for t in used.root)
        return (bound, held)

    def _held(self, token: Param) -> str:
        return self._forms[token.param] if token.param in self._forms else self._token(token)

    def address(self, used: Value) -> str:
        """An address with parameters percent-encoded for the part they stand in."""
        if len(used.root) == 1:
            return self.text(used)
        plus = any("+" in t.text for t in used.root if isinstance(t, Text))
        made = ""
        for token in used.root:
            made += token.text if isinstance(token, Text) else _encoded(self._token(token), made, plus)
        return made

    def said(self, used: Value) -> Value:
        """For people: arguments filled in, secrets and what is missing left as names."""
        return value(Text(text=self._spoken(t)) if isinstance(t, Param) and self._speakable(t) else t for t in used.root)

    def said_action(self, action: Action) -> str:
        """An action in words with the arguments filled in."""
        return said_with(action, self.said).words()

    def _speakable(self, token: Param) -> bool:
        return token.param in self.given and token.param not in self.secrets

    def _spoken(self, token: Param) -> str:
        given = self.given[token.param]
        return ", ".join(given) if isinstance(given, list) else _dated(given, token.format)

    def _token(self, token: Text | Param | Gap) -> str:
        if isinstance(token, Text):
            return token.text
        if isinstance(token, Gap):
            return ""
        if token.param in self.secrets:
            return self._secret(token.param)
        if token.param not in self.given:
            raise StepStopped("missing_argument", expected=f"a value for {token.param!r}", seen="none was given")
        return self._spoken(token)

    def _secret(self, name: str) -> str:
        if self.source is None:
            raise StepStopped("missing_secret", expected=f"the secret {name!r}", seen="no source of secrets")
        if self.secrets[name] == "totp":
            return self.source.totp(self.site, name, time.time())
        return self.source.get(self.site, name)


def said_with(action: Action, change: _Change) -> Action:
    """An action with every value changed by ``change``."""
    updates: dict[str, object] = {"values": tuple(change(v) for v in action.values)}
    if action.value is not None:
        updates["value"] = change(action.value)
    if action.target is not None:
        updates["target"] = target_with(action.target, change)
    if action.to is not None:
        updates["to"] = target_with(action.to, change)
    if isinstance(action.checked, Value):
        updates["checked"] = change(action.checked)
    if action.became is not None and action.became.target is not None:
        updates["became"] = action.became.model_copy(update={"target": target_with(action.became.target, change)})
    return action.model_copy(update=updates)


def target_with(target: Target, change: _Change) -> Target:
    """A target with every value changed by ``change``."""
    updates: dict[str, object] = {key: change(signal) for key, signal in target.texts.items()}
    if target.row is not None:
        updates["row"] = change(target.row)
    if target.place is not None:
        updates["place"] = target.place.model_copy(update={"index": change(target.place.index)})
    return target.model_copy(update=updates)


class _Change(Protocol):
    def __call__(self, used: Value, /) -> Value: ...


def _encoded(text: str, before: str, plus: bool) -> str:
    if "#" in before or "?" not in before:
        return quote(text, safe="")
    return quote_plus(text, safe="") if plus else quote(text, safe="")


def _dated(text: str, pattern: str | None) -> str:
    if pattern is None:
        return text
    try:
        return written(datetime.date.fromisoformat(text), pattern)
    except ValueError:
        raise StepStopped("not_a_date", expected="a date as YYYY-MM-DD", seen=repr(text)) from None
