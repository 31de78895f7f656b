"""Every list comes in one page: some clients never ask for a second one."""

from __future__ import annotations

from mcp.shared.exceptions import MCPError
from mcp.types import INVALID_PARAMS, PaginatedRequestParams


def first_page(params: PaginatedRequestParams | None) -> None:
    """Accepts the first page only.

    Raises:
        MCPError: a cursor that was never given out (-32602).
    """
    if params is not None and params.cursor is not None:
        raise MCPError(INVALID_PARAMS, "Unknown cursor: this list has one page")
