"""The base of all words of the model: frozen, strict about unknown fields, and sparing in what it writes."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, SerializerFunctionWrapHandler, model_serializer


class Word(BaseModel):
    """A frozen value. Unknown fields are errors; fields at their default are left out of the JSON."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=False)

    @model_serializer(mode="wrap")
    def _sparing(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        full: dict[str, Any] = handler(self)
        fields = type(self).model_fields
        return {
            key: value
            for key, value in full.items()
            if key not in fields
            or fields[key].is_required()
            or getattr(self, key) != fields[key].get_default(call_default_factory=True)
        }
