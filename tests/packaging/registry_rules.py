"""What the MCP registry asks of a ``server.json`` (schema of 2025-12-11 and its rules of publication), written down anew.

Stricter than the registry in one thing: a name that it does not know is a mistake here, as it is most likely a typo.
"""

from __future__ import annotations

from typing import Any

import jsonschema

SCHEMA_URL = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"
REGISTRIES = {
    "npm": "https://registry.npmjs.org",
    "pypi": "https://pypi.org",
    "nuget": "https://api.nuget.org/v3/index.json",
}
TEXT: dict[str, Any] = {"type": "string"}
FLAG: dict[str, Any] = {"type": "boolean"}
ADDRESS: dict[str, Any] = {"type": "string", "pattern": r"^https?://\S+$"}
ONE_VERSION: dict[str, Any] = {
    "type": "string",
    "minLength": 1,
    "maxLength": 255,
    "not": {"pattern": r"^(?:latest|[\^~<>=*].*|.*(?:\.x|\.\*|\|\||\s-\s).*)$"},
}


def _object(properties: dict[str, Any], *required: str, **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False, **more}


_INPUT: dict[str, Any] = {
    "description": TEXT, "value": TEXT, "default": TEXT, "placeholder": TEXT, "isRequired": FLAG, "isSecret": FLAG,
    "format": {"enum": ["string", "number", "boolean", "filepath"]}, "choices": {"type": "array", "items": TEXT},
}  # fmt: skip
_GIVEN = {**_INPUT, "variables": {"type": "object", "additionalProperties": _object(_INPUT)}}
_NAMED_VALUE = _object({**_GIVEN, "name": TEXT}, "name")
_PLACED = _object(
    {**_GIVEN, "type": {"const": "positional"}, "valueHint": TEXT, "isRepeated": FLAG},
    "type",
    anyOf=[{"required": ["valueHint"]}, {"required": ["value"]}],
)
_FLAGGED = _object({**_GIVEN, "type": {"const": "named"}, "name": TEXT, "isRepeated": FLAG}, "type", "name")
_ARGUMENTS = {"type": "array", "items": {"anyOf": [_PLACED, _FLAGGED]}}
_OVER_HTTP = _object(
    {
        "type": {"enum": ["streamable-http", "sse"]},
        "url": ADDRESS,
        "headers": {"type": "array", "items": _NAMED_VALUE},
        "variables": {"type": "object", "additionalProperties": _object(_INPUT)},
    },
    "type",
    "url",
)
_TRANSPORT = {"anyOf": [_object({"type": {"const": "stdio"}}, "type"), _OVER_HTTP]}
_PACKAGE = _object(
    {
        "registryType": {"enum": ["npm", "pypi", "oci", "nuget", "mcpb", "maven", "cargo"]},
        "registryBaseUrl": ADDRESS,
        "identifier": {"type": "string", "minLength": 1},
        "version": ONE_VERSION,
        "fileSha256": {"type": "string", "pattern": "^[a-f0-9]{64}$"},
        "runtimeHint": TEXT,
        "runtimeArguments": _ARGUMENTS,
        "packageArguments": _ARGUMENTS,
        "environmentVariables": {"type": "array", "items": _NAMED_VALUE},
        "transport": _TRANSPORT,
    },
    "registryType",
    "identifier",
    "transport",
    dependentRequired={"runtimeArguments": ["runtimeHint"]},
)
_ICON = _object(
    {
        "src": {"type": "string", "pattern": "^https://", "maxLength": 255},
        "mimeType": {"enum": ["image/png", "image/jpeg", "image/jpg", "image/svg+xml", "image/webp"]},
        "sizes": {"type": "array", "items": {"type": "string", "pattern": r"^(\d+x\d+|any)$"}},
        "theme": {"enum": ["light", "dark"]},
    },
    "src",
)
SERVER = _object(
    {
        "$schema": {"const": SCHEMA_URL},
        "name": {"type": "string", "pattern": "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$", "minLength": 3, "maxLength": 200},
        "title": {"type": "string", "minLength": 1, "maxLength": 100},
        "description": {"type": "string", "minLength": 1, "maxLength": 100},
        "version": ONE_VERSION,
        "websiteUrl": ADDRESS,
        "repository": _object({"url": ADDRESS, "source": TEXT, "id": TEXT, "subfolder": TEXT}, "url", "source"),
        "icons": {"type": "array", "items": _ICON},
        "packages": {"type": "array", "items": _PACKAGE},
        "remotes": {"type": "array", "items": _OVER_HTTP},
        "_meta": {"type": "object"},
    },
    "name",
    "description",
    "version",
)


def faults(server: dict[str, Any]) -> list[str]:
    """What the registry would refuse in a ``server.json``; empty when nothing."""
    found = [f"{error.json_path}: {error.message}" for error in jsonschema.Draft202012Validator(SERVER).iter_errors(server)]
    for package in [] if found else server.get("packages", []):
        base = REGISTRIES.get(package["registryType"])
        if base is not None and package.get("registryBaseUrl", base) != base:
            found.append(f"{package['identifier']}: only {base} is taken")
        if package["registryType"] == "mcpb" and ("fileSha256" not in package or "mcp" not in package["identifier"]):
            found.append(f"{package['identifier']}: a bundle needs its checksum and 'mcp' in its address")
    names = [f"{p['registryType']} {p['identifier']}" for p in server.get("packages", [])] if not found else []
    return [*found, *(f"{name} is named twice" for name in set(names) if names.count(name) > 1)]
